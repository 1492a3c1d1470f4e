; OPTIONS: -fclc-check-memory
; Each access is checked first, with its size and place; not those that are certainly inside of a variable.

; CHECK: c"a.c:3:7\00"
; CHECK: define void @move
; CHECK: call void @fclc_check_load(i64 %{{.*}}, i64 4, i64 ptrtoint (ptr @fclc.place to i64))
; CHECK-NEXT: %v = load i32, ptr %from
; CHECK: call void @fclc_check_store(i64 %{{.*}}, i64 4,
; CHECK-NEXT: store i32 %v, ptr %to
; CHECK-NOT: fclc_check
; CHECK: store i32 0, ptr %second
; CHECK: call void @fclc_check_store(i64 %{{.*}}, i64 4,
; CHECK-NEXT: store i32 0, ptr %third
define void @move(ptr %to, ptr %from) !dbg !3 {
  %pair = alloca [2 x i32]
  %v = load i32, ptr %from, !dbg !5
  store i32 %v, ptr %to, !dbg !5
  %second = getelementptr [2 x i32], ptr %pair, i64 0, i64 1
  store i32 0, ptr %second
  %third = getelementptr [2 x i32], ptr %pair, i64 0, i64 2
  store i32 0, ptr %third
  ret void
}

; CHECK: define void @copy
; CHECK: call void @fclc_check_load(i64 %{{.*}}, i64 %n,
; CHECK: call void @fclc_check_store(i64 %{{.*}}, i64 %n,
; CHECK-NEXT: call void @llvm.memcpy
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @copy(ptr %to, ptr %from, i64 %n) {
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %n, i1 false)
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "a.c", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "move", file: !1, unit: !0, type: !4)
!4 = !DISubroutineType(types: !{})
!5 = !DILocation(line: 3, column: 7, scope: !3)
