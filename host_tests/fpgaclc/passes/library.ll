; What a module calls of the library becomes its own, with what that calls, and with the rules for
; floating-point numbers of the module; the library's processor stays, as passes change it later.
; OPTIONS: -fclc-builtins=%S/library/builtins.ll
!opencl.ocl.version = !{!0}
!0 = !{i32 1, i32 2}

define float @f(float %x) {
  %r = call float @_Z7_cl_sinf(float %x)
  ret float %r
}
declare float @_Z7_cl_sinf(float) #0

; CHECK: define internal float @_Z7_cl_sinf(float %x)
; CHECK: define internal float @helper
; CHECK-NOT: unneeded
; CHECK: attributes #{{[0-9]+}} = { "no-trapping-math"="true" "target-cpu"="x86-64" }
attributes #0 = { "target-cpu"="skylake" "no-trapping-math"="true" }
