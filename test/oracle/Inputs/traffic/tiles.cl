// What neighbouring blocks have in common: the borders of tiles and stencils, the
// rows and columns of products.
//
// LAUNCH: kernel=bicg grid=8,4 block=16,4 m=128 n=128 a=float[16384] x1=float[128] y1=float[4096] x2=float[128] y2=float[4096]
// LAUNCH: kernel=hotspot grid=10,10 block=16,16 cols=120 rows=130 it=2 src=float[16384] power=float[16384] dst=float[16384]
// LAUNCH: kernel=stencil3 grid=4,8 block=32,4 nx=130 ny=34 nz=16 a=float[80000] b=float[80000]
// LAUNCH: kernel=conv grid=4,8 block=16,4 w=64 h=64 f=float[289] in=float[8000] out=float[8000]
// LAUNCH: kernel=gemm grid=8,8 block=8,8 n=64 a=float[4096] b=float[4096] c=float[4096]
// LAUNCH: kernel=gemm2 grid=4,4 block=8,8 n=64 a=float[4096] b=float[4096] c=float[4096]

kernel void bicg(global float *a, global const float *x1, global float *y1,
                 global const float *x2, global float *y2, int m, int n) {
  local float s[16][17];
  int tx = get_local_id(0), ty = get_local_id(1), bx = get_group_id(0),
      by = get_group_id(1);
  float sum = 0;
  for (int i = 32 * by; i < 32 * (by + 1); i += 16) {
    for (int j = 0; j < 16; j += 4) {
      s[ty + j][tx] = a[(i + ty + j) * m + bx * 16 + tx];
      sum += s[ty + j][tx] * x2[i + ty + j];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    float t = 0;
    for (int j = 0; j < 16; j += 4)
      t += s[tx][ty + j] * x1[bx * 16 + ty + j];
    barrier(CLK_LOCAL_MEM_FENCE);
    s[tx][ty] = t;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (ty == 0)
      y1[i + tx + bx * n] = s[tx][0] + s[tx][1] + s[tx][2] + s[tx][3];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  s[ty][tx] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (ty == 0)
    y2[bx * 16 + tx + by * m] = s[0][tx] + s[1][tx] + s[2][tx] + s[3][tx];
}

kernel void hotspot(global const float *src, global const float *power,
                    global float *dst, int cols, int rows, int it) {
  local float t[16][16], u[16][16];
  int bx = get_group_id(0), by = get_group_id(1), tx = get_local_id(0),
      ty = get_local_id(1);
  int small = 16 - it * 2;
  int Y = small * by - it, X = small * bx - it, y = Y + ty, x = X + tx;
  int in = x >= 0 && x < cols && y >= 0 && y < rows, i = y * cols + x;
  float p = 0;
  if (in) {
    t[ty][tx] = src[i];
    p = power[i];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  int x0 = X < 0 ? -X : 0,
      x1 = X + 15 > cols - 1 ? 15 - (X + 15 - cols + 1) : 15;
  int y0 = Y < 0 ? -Y : 0,
      y1 = Y + 15 > rows - 1 ? 15 - (Y + 15 - rows + 1) : 15;
  int N = max(ty - 1, y0), S = min(ty + 1, y1), W = max(tx - 1, x0),
      E = min(tx + 1, x1);
  int done = 0;
  for (int k = 0; k < it; ++k) {
    done = 0;
    if (tx >= k + 1 && tx <= 14 - k && ty >= k + 1 && ty <= 14 - k &&
        tx >= x0 && tx <= x1 && ty >= y0 && ty <= y1) {
      done = 1;
      u[ty][tx] = t[ty][tx] + p + t[S][tx] + t[N][tx] + t[ty][E] + t[ty][W];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (k == it - 1)
      break;
    if (done)
      t[ty][tx] = u[ty][tx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (done)
    dst[i] = u[ty][tx];
}

kernel void stencil3(global const float *a, global float *b, int nx, int ny,
                     int nz) {
  int x = get_global_id(0) + 1, y = get_global_id(1) + 1;
  if (x >= nx - 1 || y >= ny - 1)
    return;
  for (int z = 1; z < nz - 1; ++z) {
    int i = (z * ny + y) * nx + x;
    b[i] = a[i] * 6 - a[i - 1] - a[i + 1] - a[i - nx] - a[i + nx] -
           a[i - nx * ny] - a[i + nx * ny];
  }
}

kernel void conv(global const float *in, global const float *f,
                 global float *out, int w, int h) {
  local float t[4 + 6][16 + 6];
  int tx = get_local_id(0), ty = get_local_id(1), bx = get_group_id(0) * 16,
      by = get_group_id(1) * 4;
  for (int y = ty; y < 10; y += 4)
    for (int x = tx; x < 22; x += 16)
      t[y][x] = in[(by + y) * (w + 6) + bx + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  float s = 0;
  for (int y = 0; y < 7; ++y)
    for (int x = 0; x < 7; ++x)
      s += t[ty + y][tx + x] * f[y * 17 + x];
  out[(by + ty) * w + bx + tx] = s;
}

kernel void gemm(global const float *a, global const float *b, global float *c,
                 int n) {
  local float s[8][8], t[8][8];
  int tx = get_local_id(0), ty = get_local_id(1), x = get_global_id(0),
      y = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < n; k += 8) {
    s[ty][tx] = a[y * n + k + tx];
    t[ty][tx] = b[(k + ty) * n + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 8; ++i)
      sum += s[ty][i] * t[i][tx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[y * n + x] = sum;
}

kernel void gemm2(global const float *a, global const float *b, global float *c,
                  int n) {
  int x = get_global_id(0) * 2, y = get_global_id(1) * 2;
  float s[2][2] = {{0, 0}, {0, 0}};
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j)
        s[i][j] += a[(y + i) * n + k] * b[k * n + x + j];
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      c[(y + i) * n + x + j] = s[i][j];
}
