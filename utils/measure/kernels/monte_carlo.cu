// Pi by throwing darts: each thread has its own xorshift generator and counts
// the darts inside the quarter circle, all in integers, so that the counts are
// exact. Shifts, exclusive ors and multiplications in one long dependent chain.

extern "C" __global__ void monte_carlo_pi(int n, int trials, unsigned seed,
                                          unsigned *hits) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  // An odd multiplier gives every thread another state; zero would stay zero.
  unsigned state = seed + i * 2654435769u;
  if (state == 0)
    state = 1;
  unsigned inside = 0;
  for (int trial = 0; trial < trials; ++trial) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    unsigned x = state & 0x7fff;
    unsigned y = state >> 17;
    if (x * x + y * y < 0x40000000u)
      ++inside;
  }
  hits[i] = inside;
}
