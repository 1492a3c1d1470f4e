; A division by zero ends the execution; the minimum divided by -1 wraps around.

; CHECK: define i32 @quotient
; CHECK: icmp eq i32 %b, 0
; CHECK: call void @fclc_rt_division_by_zero()
; CHECK: icmp eq i32 %b, -1
; CHECK: sdiv i32 %a,
; CHECK: sub i32 0, %a
define i32 @quotient(i32 %a, i32 %b) {
  %r = sdiv i32 %a, %b
  ret i32 %r
}

; CHECK: define i8 @rest
; CHECK: call void @fclc_rt_division_by_zero()
; CHECK-NOT: -1
; CHECK: urem i8 %a, %b
define i8 @rest(i8 %a, i8 %b) {
  %r = urem i8 %a, %b
  ret i8 %r
}

; CHECK: define i32 @constant
; CHECK-NEXT: %r = sdiv i32 %a, 7
; CHECK-NEXT: ret i32 %r
define i32 @constant(i32 %a) {
  %r = sdiv i32 %a, 7
  ret i32 %r
}
