; A shift by the width or more gives 0, or copies of the sign.

; CHECK: define i32 @variable
; CHECK: %1 = icmp ult i32 %by, 32
; CHECK: %r = shl i32 %a, %by
; CHECK: select i1 %1, i32 %r, i32 0
define i32 @variable(i32 %a, i32 %by) {
  %r = shl i32 %a, %by
  ret i32 %r
}

; CHECK: define i64 @sign
; CHECK: icmp ult i64 %by, 64
; CHECK: select i1 %1, i64 %by, i64 63
; CHECK: %r = ashr i64 %a, %2
define i64 @sign(i64 %a, i64 %by) {
  %r = ashr i64 %a, %by
  ret i64 %r
}

; CHECK: define i32 @constant
; CHECK-NEXT: %r = lshr i32 %a, 31
; CHECK-NEXT: ret i32 %r
define i32 @constant(i32 %a) {
  %r = lshr i32 %a, 31
  ret i32 %r
}

; The distance of the sanitizer's check has all bits. The check, and what only it used, is gone.
; CHECK: define i32 @wide
; CHECK: %by = trunc i64 %distance to i32
; CHECK-NOT: br i1
; CHECK: icmp ult i64 %distance, 32
; CHECK-NOT: handler
; CHECK: ret i32
; CHECK-NOT: @data
@file = private unnamed_addr constant [4 x i8] c"a.c\00"
@type = private unnamed_addr constant { i16, i16, [4 x i8] } { i16 0, i16 11, [4 x i8] c"int\00" }
@data = private unnamed_addr global { { ptr, i32, i32 }, ptr, ptr } { { ptr, i32, i32 } { ptr @file, i32 2, i32 12 }, ptr @type, ptr @type }
declare void @__ubsan_handle_shift_out_of_bounds(ptr, i64, i64)
define i32 @wide(i32 %a, i64 %distance) {
  %by = trunc i64 %distance to i32
  %ok = icmp ule i64 %distance, 31
  br i1 %ok, label %cont, label %handler
handler:
  %value = zext i32 %a to i64
  call void @__ubsan_handle_shift_out_of_bounds(ptr @data, i64 %value, i64 %distance)
  br label %cont
cont:
  %r = lshr i32 %a, %by
  ret i32 %r
}
