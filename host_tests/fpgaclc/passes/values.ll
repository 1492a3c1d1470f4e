; A constant shift by the width or more, which clang folds to poison, is 0: also inside of a vector.
; Only the lowest bit of a bool in memory counts. A float becomes the lowest bits of its integer part.

; CHECK: define i32 @folded
; CHECK: add i32 %a, 0
define i32 @folded(i32 %a) {
  %r = add i32 %a, poison
  ret i32 %r
}

; CHECK: define <2 x i32> @lanes
; CHECK: add <2 x i32> %a, <i32 0, i32 3>
define <2 x i32> @lanes(<2 x i32> %a) {
  %r = add <2 x i32> %a, <i32 poison, i32 3>
  ret <2 x i32> %r
}

; CHECK: define i8 @flag
; CHECK-NOT: !range
; CHECK: ret i8
define i8 @flag(ptr %at) {
  %r = load i8, ptr %at, !range !0, !noundef !1
  ret i8 %r
}

; CHECK: define i16 @narrow
; CHECK: fcmp olt float
; CHECK: trunc i32 %{{.*}} to i16
define i16 @narrow(half %x) {
  %r = fptosi half %x to i16
  ret i16 %r
}

!0 = !{i8 0, i8 2}
!1 = !{}
