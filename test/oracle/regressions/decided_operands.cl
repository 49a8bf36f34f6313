// What constants decide is not asked further: the right operand loads nothing.
//
// LAUNCH: grid=2 block=48 x=float[4096]:random y=float[4096]

kernel void decided_operands(global const float *x, global float *y) {
  int t = get_local_id(0);
  int five = 5;
  y[t] = (five == 4 && x[t] > 0) ? x[t * 2] : x[t * 3];
  y[t + 64] = (five == 5 || x[t] > 0) ? x[t * 4] : x[t * 5];
  y[t + 128] = five == 4 && !(x[t * 6] > 0);
}
