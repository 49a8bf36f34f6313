// A do loop without a closed form has another exit: a thread that begins an
// iteration has a trip more than ways back.

__global__ void left_do_loop(float *y, int n) {
  int t = threadIdx.x;
  unsigned char i = 0;
  do {
    if ((int)threadIdx.y) {
      break;
    }
    i++;
  } while (i < n);
  int k = 0;
  do {
    if (k * 8 > t)
      break;
    ++k;
  } while (k < n);
  y[t] = i + k;
}
