__kernel void scale(__global float *x, float by, int n, __local float *row) {
  int i = get_global_id(0);
  row[get_local_id(0)] = by;
  if (i < n)
    x[i] *= row[get_local_id(0)];
}
