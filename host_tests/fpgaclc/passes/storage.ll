; A variable that the source does not set is zero when the function starts, and keeps its value until
; it returns: so no mark says that it begins anew in each iteration.

; CHECK: define void @loop
; CHECK-NEXT: entry:
; CHECK-NEXT: %kept = alloca i32
; CHECK-NEXT: %set = alloca i32
; CHECK-NEXT: store i32 0, ptr %kept
; CHECK-NEXT: br label %body
; CHECK-NOT: lifetime.start.p0(i64 4, ptr %kept)
; CHECK: lifetime.start.p0(i64 4, ptr %set)
; CHECK-NOT: lifetime.end.p0(i64 4, ptr %kept)
; CHECK: ret void
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
declare i1 @use(ptr, ptr)
define void @loop() {
entry:
  %kept = alloca i32
  %set = alloca i32
  br label %body
body:
  call void @llvm.lifetime.start.p0(i64 4, ptr %kept)
  store i32 0, ptr %kept, !annotation !0
  call void @llvm.lifetime.start.p0(i64 4, ptr %set)
  store i32 0, ptr %set
  %more = call i1 @use(ptr %kept, ptr %set)
  call void @llvm.lifetime.end.p0(i64 4, ptr %set)
  call void @llvm.lifetime.end.p0(i64 4, ptr %kept)
  br i1 %more, label %body, label %end
end:
  ret void
}
!0 = !{!"auto-init"}
