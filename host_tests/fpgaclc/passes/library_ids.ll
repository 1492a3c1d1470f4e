; The library is not even read for what passes define: a file that does not exist is no error.
; OPTIONS: -fclc-builtins=%S/library/none.ll
!opencl.ocl.version = !{!0}
!0 = !{i32 1, i32 2}

; CHECK: define i64 @f
define i64 @f() {
  %r = call i64 @_Z17_cl_get_global_idj(i32 0)
  call void @_Z11_cl_barrierj(i32 1)
  ret i64 %r
}
declare i64 @_Z17_cl_get_global_idj(i32)
declare void @_Z11_cl_barrierj(i32)
