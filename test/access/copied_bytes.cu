// memcpy of a constant number of bytes is loads and stores as wide as size and
// alignment allow, and none at all between registers.
//
// RUN: facts %s --kernel bytes --grid 1 --block 32 | FileCheck %s --check-prefix=BYTES --implicit-check-not=local
// The low byte of 0x0102 is 2: the warp starts at element 64, and with the byte
// 1 written over it at element 32.
// BYTES: kernel bytes modelled
// BYTES: store o[c * 32 + threadIdx.x] global 4 B warps 1 lanes 32 sectors 4 lines 1 transactions 4 exact
// BYTES: store o[(x & 255) * 33 + threadIdx.x] global 4 B warps 1 lanes 32 sectors 5 lines 2 transactions 5 exact
//
// RUN: facts %s --kernel widths --grid 1 --block 32 | FileCheck %s --check-prefix=WIDTHS --implicit-check-not=local
// Sixteen bytes a lane: at once where both sides are aligned for it, else as
// four words that lie 16 bytes apart from lane to lane: 16 sectors each.
// WIDTHS: kernel widths modelled
// WIDTHS: load memcpy(&v, from + i, 16) global 16 B warps 1 lanes 32 sectors 16
// WIDTHS-COUNT-4: store memcpy(to + 4 * i, &v, 16) global 4 B warps 1 lanes 32 sectors 16
//
// RUN: facts %s --kernel packed --grid 1 --block 32 --arg n=128 | FileCheck %s --check-prefix=PACKED --implicit-check-not=local
// A static member is a constant, and so the loop's end: registers all along.
// PACKED: kernel packed modelled
// PACKED: load *reinterpret_cast<const int4 *>(in + i) global 16 B warps 1 lanes 32 sectors 16
// PACKED: store *reinterpret_cast<int4 *>(out + i) global 16 B warps 1 lanes 32 sectors 16
//
// RUN: facts %s --kernel of_any_size --grid 1 --block 32 --arg n=8 | FileCheck %s --check-prefix=ANY
// How much is copied, nobody knows: the kernel is not modelled in full.
// ANY: kernel of_any_size partial

__global__ void bytes(int *o) {
  int x = 0x0102;
  char c;
  memcpy(&c, &x, 1);
  o[c * 32 + threadIdx.x] = 1;
  char one = 1;
  memcpy(&x, &one, 1);
  o[(x & 255) * 33 + threadIdx.x] = 2;
}

__global__ void widths(const int4 *from, float *to) {
  int i = threadIdx.x;
  int4 v;
  memcpy(&v, from + i, 16);
  memcpy(to + 4 * i, &v, 16);
}

struct alignas(16) Pack {
  Pack() = default;
  __device__ explicit Pack(int4 bits) { memcpy(&payload, &bits, sizeof(bits)); }
  __device__ float &operator[](int i) { return payload[i]; }
  static constexpr const int size = 4;
  float payload[4];
};

__global__ void packed(float *out, const float *in, int n) {
  int i = threadIdx.x * Pack::size;
  if (i < n) {
    Pack a{*reinterpret_cast<const int4 *>(in + i)}, b;
    for (int k = 0; k < a.size; ++k)
      b[k] = 2.0f * a[k];
    *reinterpret_cast<int4 *>(out + i) = *reinterpret_cast<int4 *>(&b);
  }
}

__global__ void of_any_size(char *out, const char *in, int n) {
  memcpy(out + threadIdx.x * n, in + threadIdx.x * n, n);
}
