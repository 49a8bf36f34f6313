// Launches whose sizes are those of vectors: what makes, resizes and fills one
// is followed, across calls and members; anything else leaves the size unknown.
//
// RUN: kernelcast predict --gpu a100 --format json %s > %t.json
// RUN: FileCheck %s < %t.json

#include <thrust/device_vector.h>
#include <vector>

__global__ void made(float *p) { p[threadIdx.x] = 0; }
__global__ void resized(float *p) { p[threadIdx.x] = 0; }
__global__ void listed(float *p) { p[threadIdx.x] = 0; }
__global__ void pushed(float *p) { p[threadIdx.x] = 0; }
__global__ void copied(float *p) { p[threadIdx.x] = 0; }
__global__ void part(float *p) { p[threadIdx.x] = 0; }
__global__ void member(float *p) { p[threadIdx.x] = 0; }
__global__ void passed(float *p) { p[threadIdx.x] = 0; }
__global__ void returned(float *p) { p[threadIdx.x] = 0; }
__global__ void chosen(float *p) { p[threadIdx.x] = 0; }
__global__ void repeated(float *p) { p[threadIdx.x] = 0; }
__global__ void foreign(float *p) { p[threadIdx.x] = 0; }

bool wanted();
void somewhereElse(std::vector<float> &v);

struct Job {
  std::vector<int> work;
  Job(int n) { work.resize(2 * n); }
  void run(float *p) { member<<<work.size(), 32>>>(p); }
};

void grow(std::vector<float> &v, int more) { v.resize(v.size() + more); }

std::vector<int> numbers(int n) {
  std::vector<int> all(3 * n);
  for (int i = 0; i < 3 * n; ++i)
    all[i] = i;
  return all;
}

int main(int argc, char **argv) {
  float *p;
  cudaMalloc(&p, 4096);
  std::vector<float> v(100);
  for (float &x : v)
    x = 1;
  v[3] = 2;
  *v.begin() = 4;
  made<<<v.size(), 32>>>(p);
  v.reserve(1000);
  v.resize(120, 1.0f);
  resized<<<v.size(), 32>>>(p);
  std::vector<int> x{1, 2, 3, 4, 5};
  listed<<<x.size(), 32>>>(p);
  x.push_back(6);
  x.push_back(7);
  x.pop_back();
  pushed<<<x.size(), 32>>>(p);
  thrust::device_vector<float> d = v;
  copied<<<d.size() + 1, 32>>>(p);
  std::vector<float> some(v.begin() + 10, v.end());
  part<<<some.size(), 32>>>(p);
  Job(25).run(p);
  grow(v, 7);
  passed<<<v.size(), 32>>>(p);
  std::vector<int> all = numbers(11);
  returned<<<all.size(), 32>>>(p);
  if (wanted())
    x.clear();
  chosen<<<x.size() + 1, 32>>>(p);
  std::vector<int> many;
  for (int i = 0; i < argc; ++i)
    many.push_back(i);
  repeated<<<many.size(), 32>>>(p);
  somewhereElse(v);
  foreign<<<v.size(), 32>>>(p);
}

// CHECK: "name": "made",
// CHECK: "grid": [
// CHECK-NEXT: 100,
// CHECK: "name": "resized",
// CHECK: "grid": [
// CHECK-NEXT: 120,
// CHECK: "name": "listed",
// CHECK: "grid": [
// CHECK-NEXT: 5,
// CHECK: "name": "pushed",
// CHECK: "grid": [
// CHECK-NEXT: 6,
// CHECK: "name": "copied",
// CHECK: "grid": [
// CHECK-NEXT: 121,
// CHECK: "name": "part",
// CHECK: "grid": [
// CHECK-NEXT: 110,
// CHECK: "name": "member",
// CHECK: "grid": [
// CHECK-NEXT: 50,
// CHECK: "name": "passed",
// CHECK: "grid": [
// CHECK-NEXT: 127,
// CHECK: "name": "returned",
// CHECK: "grid": [
// CHECK-NEXT: 33,
// CHECK: "name": "chosen",
// CHECK: "what": "host variable wanted()",
// CHECK: "name": "repeated",
// CHECK: "what": "host variable many.size()",
// CHECK: "name": "foreign",
// CHECK: "what": "host variable v.size()",
