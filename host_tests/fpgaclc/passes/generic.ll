; A function for generic pointers is that for named ones, if the library has it; if not, it stays a declaration.
; OPTIONS: -fclc-builtins=%S/library/builtins.ll
!opencl.ocl.version = !{!0}
!0 = !{i32 2, i32 0}

; CHECK: define internal <4 x i32> @_Z10_cl_vload4mPU9CLgenericKi(i64 %0, ptr addrspace(4) %1)
; CHECK-NEXT: %3 = addrspacecast ptr addrspace(4) %1 to ptr
; CHECK-NEXT: %4 = call <4 x i32> @_Z10_cl_vload4mPU8CLglobalKi(i64 %0, ptr %3)
; CHECK-NEXT: ret <4 x i32> %4
declare <4 x i32> @_Z10_cl_vload4mPU9CLgenericKi(i64, ptr addrspace(4))

; CHECK: declare <8 x i32> @_Z10_cl_vload8mPU9CLgenericKi
declare <8 x i32> @_Z10_cl_vload8mPU9CLgenericKi(i64, ptr addrspace(4))

define <4 x i32> @f(ptr addrspace(4) %p) {
  %v = call <4 x i32> @_Z10_cl_vload4mPU9CLgenericKi(i64 1, ptr addrspace(4) %p)
  %w = call <8 x i32> @_Z10_cl_vload8mPU9CLgenericKi(i64 1, ptr addrspace(4) %p)
  ret <4 x i32> %v
}

; CHECK: define internal <4 x i32> @_Z10_cl_vload4mPU8CLglobalKi(i64 %n, ptr %p)
