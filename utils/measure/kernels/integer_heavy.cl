// Integers: a linear congruential step, a shift by an argument and a remainder
// by an argument, which no compiler can turn into a multiplication: hardware
// without an integer divider takes some twenty instructions for it.

__kernel void integer_heavy(int n, int rounds, int shift, unsigned divisor,
                            __global const unsigned *in,
                            __global unsigned *out) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  unsigned x = in[i];
  unsigned sum = 0;
  for (int round = 0; round < rounds; ++round) {
    x = x * 1664525u + 1013904223u;
    x ^= x >> shift;
    sum += x % divisor;
  }
  out[i] = sum;
}
