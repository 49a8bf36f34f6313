// A do loop without a closed form has another exit: a thread that begins an
// iteration has a trip more than ways back.
//
// LAUNCH: grid=2 block=33 n=3 y=float[1024]
// LAUNCH: grid=1 block=1 n=1 y=float[1024]

kernel void left_do_loop(global float *y, int n) {
  int t = get_local_id(0);
  uchar i = 0;
  do {
    if ((int)get_local_id(1)) {
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
