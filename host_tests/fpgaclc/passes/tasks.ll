; A number that a static hls::task is constructed with outlives the function; a stream's object, which
; the task refers to, is not moved. The names of functions with streams of tapa.h are in a table.

; CHECK: c"Add\00"
; CHECK: @fclc_task_names = weak hidden constant [2 x { ptr, ptr }] [{ ptr, ptr } { ptr @_Z3AddRN4tapa7istreamIfEE,
; CHECK: define void @top
; CHECK-NOT: %n = alloca
; CHECK: %s = alloca
; CHECK-NOT: lifetime
; CHECK: store i32 5, ptr @fclc.task
; CHECK: call void @_ZN3hls4taskC2I(ptr @task, ptr @body, ptr @fclc.task, ptr %s)
%"class.hls::stream" = type { ptr }
@task = internal global ptr null
@fclc_task_names = extern_weak hidden constant [0 x { ptr, ptr }]
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @_ZN3hls4taskC2I(ptr, ptr, ptr, ptr)
declare void @body()
define void @top() {
  %n = alloca i32
  %s = alloca %"class.hls::stream"
  call void @llvm.lifetime.start.p0(i64 4, ptr %n)
  store i32 5, ptr %n
  call void @_ZN3hls4taskC2I(ptr @task, ptr @body, ptr %n, ptr %s)
  ret void
}
define void @_Z3AddRN4tapa7istreamIfEE(ptr %s) {
  %name = load ptr, ptr @fclc_task_names
  ret void
}
