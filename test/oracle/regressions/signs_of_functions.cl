// A compiled call of abs, min or max has numbers without a sign; the function's
// name says what they are.
//
// LAUNCH: grid=3 block=33 m=4 y=int[1024]
// LAUNCH: grid=1 block=64 m=-9 y=int[1024]

kernel void signs_of_functions(global int *y, int m) {
  int t = get_local_id(0);
  y[(int)abs(~t % 1024)] = 1;
  y[max(t - 16, 0) * 8] = 2;
  y[min((uint)(t - 16), 20u) * 8] = 3;
  y[clamp(t - 32, m, 12) + 32] = 4;
}
