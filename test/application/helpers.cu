// Sizes, streams and kinds of memory are followed through the functions that
// the host code calls: each call is on the timeline of its own, with the chain
// that led to it. Memory is pinned when a helper allocated it so.
//
// RUN: kernelcast predict --app %s --gpu gtx-970 --format json > %t
// RUN: python3 %S/Inputs/events.py %t | FileCheck %s
// RUN: FileCheck --check-prefix JSON %s < %t

#define CHECK_ERROR(call)                                                      \
  do {                                                                         \
    if ((call) != cudaSuccess)                                                 \
      exit(1);                                                                 \
  } while (0)

__global__ void touch(float *x, int n) {
  if (threadIdx.x < n)
    x[threadIdx.x] += 1;
}

template <class T> void pinned(T **to, size_t count) {
  CHECK_ERROR(cudaMallocHost(to, count * sizeof(T)));
}

float *pageable(size_t count) { return (float *)malloc(4 * count); }

struct Buffer {
  float *device;
  size_t bytes;
  explicit Buffer(size_t count) : bytes(count * sizeof(float)) {
    CHECK_ERROR(cudaMalloc(&device, bytes));
  }
  void fill(const float *from, cudaStream_t stream = 0) {
    CHECK_ERROR(cudaMemcpyAsync(device, from, bytes, cudaMemcpyHostToDevice,
                                stream)); // line 33
  }
};

void run(Buffer &b, int n, void (*kernel)(float *, int)) {
  kernel<<<1, n>>>(b.device, n); // line 39
}

void send(const Buffer &to, const float *from, cudaStream_t *stream) {
  cudaMemcpyAsync(to.device, from, 40, cudaMemcpyHostToDevice, // line 43
                  *stream);
}

int main() {
  float *p, *q = pageable(250);
  pinned(&p, 100);
  cudaStream_t mine, two[2];
  cudaStreamCreate(&mine);
  cudaStreamCreate(&two[0]);
  cudaStreamCreate(&two[1]);
  Buffer b(100);
  b.fill(p, mine);
  b.fill(q);
  run(b, 64, touch);
  run(b, 32, touch);
  auto back = [&](size_t count) {
    cudaMemcpy(q, b.device, count, cudaMemcpyDeviceToHost); // line 60
  };
  back(8);
  back(24);
  send(b, p, &mine);
  send(b, p, &two[1]);
}
// CHECK: 33 copy once, 400 to 400, together 400, 400 in mine
// CHECK-NEXT: 33 copy once, 400 to 400, together 400, 400
// CHECK-NEXT: 39 launch once
// CHECK-NEXT: 39 launch once
// CHECK-NEXT: 60 copy once, 8 to 8
// CHECK-NEXT: 60 copy once, 24 to 24
// CHECK-NEXT: 43 copy once, 40 to 40, together 40, 40 in mine
// CHECK-NEXT: 43 copy once, 40 to 40, together 40, 40 in two[1]

// JSON: "application":
// JSON: "memory": "pinned",
// JSON: "source": "count * sizeof(T)",
// JSON: "value": 400,
// JSON: "memory": "device",
// JSON: "value": 400,
// JSON: "called_through": [
// JSON-NEXT: "fill"
// JSON: "host_memory": "pinned",
// JSON: "host_waits": false,
// JSON: "stream": "mine"
// JSON: "host_memory": "pageable",
// JSON: "host_waits": true,
// JSON: "stream": "default"
// JSON: "kernel": "touch",
// JSON: "block": [
// JSON-NEXT: 64,
// JSON: "kernel": "touch",
// JSON: "block": [
// JSON-NEXT: 32,
