// Pragmas become metadata of the loop, the function or the variable that they are about.
// MARKS: hls.cfg|7|pipeline|nest/outer II=3
// MARKS: hls.cfg|8|array_partition|nest t complete
//
// CHECK: @table = {{.*}}!fpgacl ![[TABLE:[0-9]+]]
// CHECK-NOT: fclc_mark
// CHECK: define {{.*}}@_Z3topPiS_i({{.*}}!fpgacl ![[TOP:[0-9]+]]
// CHECK: %buf = alloca [32 x i32]{{.*}}!fpgacl ![[BUF:[0-9]+]]
// CHECK: %s = alloca {{.*}}!fpgacl ![[S:[0-9]+]]
// CHECK: br label %for.cond{{.*}}!llvm.loop ![[ROW:[0-9]+]]
// CHECK: br label %for.cond{{.*}}!llvm.loop ![[COLUMN:[0-9]+]]
// CHECK: define {{.*}}@_Z5scaleILi2EEvPi{{.*}}!fpgacl ![[SCALE:[0-9]+]]
// CHECK: !llvm.loop ![[UNROLLED:[0-9]+]]
// CHECK: define {{.*}}@_Z4nestPi
// CHECK: %t = alloca {{.*}}!fpgacl ![[T:[0-9]+]]
// CHECK: !llvm.loop ![[INNER:[0-9]+]]
// CHECK: !llvm.loop ![[OUTER:[0-9]+]]
// CHECK: define {{.*}}@_Z5plainPi
// CHECK: !llvm.loop ![[ONCE:[0-9]+]]
// CHECK: !llvm.loop ![[BRACES:[0-9]+]]
// CHECK: !llvm.loop ![[REPEAT:[0-9]+]]
// CHECK: define {{.*}}@"_ZZ5plainPi
// CHECK: !llvm.loop ![[LAMBDA:[0-9]+]]
//
// CHECK: ![[TABLE]] = !{![[#]]}
// CHECK-NEXT: !{!"fpgacl.ARRAY_PARTITION", !"type", !"cyclic", !"factor", i64 4, !"dim", i64 1, !"variable", !"table"}
// CHECK: !{!"fpgacl.PIPELINE", !"II", i64 4}
// CHECK: !{!"fpgacl.ARRAY_PARTITION", !"type", !"cyclic", !"factor", i64 4, !"dim", i64 1, !"variable", !"a", !"argument", i64 0}
// CHECK: !{!"fpgacl.ALLOCATION", !"type", !"operation", !"instances", !"mul", !"limit", i64 2}
// CHECK: !{!"fpgacl.ARRAY_RESHAPE", !"type", !"complete", !"variable", !"buf"}
// CHECK: !{!"fpgacl.BIND_STORAGE", !"type", !"ram_2p", !"impl", !"bram", !"variable", !"s.b", !"offset", i64 32}
// CHECK: ![[ROW]] = distinct !{![[ROW]],
// CHECK: !{!"fpgacl.LOOP_TRIPCOUNT", !"min", i64 1, !"max", i64 64}
// CHECK-NEXT: !{!"fpgacl.PIPELINE", !"II", i64 1, !"rewind", !"true"}
// CHECK: ![[SCALE]] = !{![[#]]}
// CHECK: !{!"fpgacl.INLINE", !"off", !"true"}
// CHECK: ![[UNROLLED]] = distinct
// CHECK: !{!"fpgacl.UNROLL", !"factor", i64 4, !"skip_exit_check", !"true"}
// CHECK: ![[T]] = !{![[#]]}
// CHECK-NEXT: !{!"fpgacl.ARRAY_PARTITION", !"type", !"complete", !"variable", !"t"}
// CHECK: ![[OUTER]] = distinct
// CHECK: !{!"fpgacl.PIPELINE", !"II", i64 3}
// CHECK: ![[ONCE]] = distinct
// CHECK: !{!"fpgacl.PIPELINE", !"II", i64 5}
// CHECK-NEXT: !{!"fpgacl.LOOP_TRIPCOUNT", !"max", i64 8}
// CHECK: ![[BRACES]] = distinct
// CHECK: !{!"fpgacl.PIPELINE", !"II", i64 6}
// CHECK: ![[REPEAT]] = distinct
// CHECK: !{!"fpgacl.PIPELINE", !"II", i64 7}
// CHECK: ![[LAMBDA]] = distinct
// CHECK: !{!"fpgacl.PIPELINE", !"II", i64 8}
#define N 4
#define DO(x) _Pragma(#x)

int table[16];
struct S {
	int a[8], b[8];
};

template <int F> void scale(int *x)
{
#pragma HLS INLINE off
	for (int i = 0; i < 64; i++) {
#pragma HLS UNROLL factor = F * 2 skip_exit_check
		x[i] *= 3;
	}
}

void top(int a[64], int *b, int n)
{
#pragma HLS PIPELINE II = N
#pragma HLS ARRAY_PARTITION variable = a, table type = cyclic factor = N dim = 1
	int buf[32];
	S s;
#pragma HLS ARRAY_RESHAPE variable = buf complete
#pragma HLS BIND_STORAGE variable = s.b type = RAM_2P impl = bram
#pragma HLS ALLOCATION operation instances = mul limit = N - 2
row:
	for (int i = 0; i < n; i++) {
#pragma HLS LOOP_TRIPCOUNT min = 1 max = N * 16
		DO(HLS PIPELINE II = 1 rewind)
#pragma HLS if (N > 5) LATENCY min = 1
		buf[i & 31] += a[i];
		s.b[i & 7] = buf[i];
	}
	for (int i = 0; i < 32; i++)
		b[i] = buf[i] + s.b[i & 7] + table[i & 15];
	scale<2>(b);
}

void nest(int *a)
{
	int t[4][4];
outer:
	for (int i = 0; i < 4; i++)
	inner:
		for (int j = 0; j < 4; j++) {
			t[i][j] = a[i];
		}
	a[0] = t[1][2];
}

/* Bodies without braces, braces in the head of a loop, and the loops of a lambda. */
void plain(int *a)
{
	if (a[1])
		for (int i = 0; i < 8; i++)
#pragma HLS PIPELINE II = 5
#pragma HLS LOOP_TRIPCOUNT max = 8
			if (a[i] == 4)
				break;
			else
				a[i]++;
	else
		a[0]++;
	for (int i{0}; i < 8; i++) {
		auto inner = [&](int m) {
			for (int j = 0; j < m; j++) {
#pragma HLS PIPELINE II = 8
				a[j] += i;
			}
		};
#pragma HLS PIPELINE II = 6
		inner(a[i]);
	}
	do
#pragma HLS PIPELINE II = 7
		a[0] /= 2;
	while (a[0]);
}
