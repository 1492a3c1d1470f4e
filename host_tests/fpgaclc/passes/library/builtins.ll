; A library of built-in functions as PoCL's is, for the tests of ../: vload4() of global memory, and sin(), which calls a helper.
define <4 x i32> @_Z10_cl_vload4mPU8CLglobalKi(i64 %n, ptr %p) {
  %at = getelementptr <4 x i32>, ptr %p, i64 %n
  %v = load <4 x i32>, ptr %at, align 4
  ret <4 x i32> %v
}

define float @_Z7_cl_sinf(float %x) #0 {
  %r = call float @helper(float %x)
  ret float %r
}

define float @helper(float %x) {
  ret float %x
}

define float @unneeded(float %x) {
  ret float %x
}

attributes #0 = { "target-cpu"="x86-64" "no-trapping-math"="false" }
