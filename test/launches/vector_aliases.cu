// What may change the size of a vector behind its back leaves it unknown, and
// the launch assumes one: none of these launches has the first size, 100.
//
// RUN: kernelcast predict --gpu a100 --format json %s | FileCheck %s

#include <utility>
#include <vector>

#define KERNEL(NAME) __global__ void NAME(float *p) { p[threadIdx.x] = 0; }
KERNEL(bound) KERNEL(pointed) KERNEL(listed) KERNEL(cast) KERNEL(chosen)
KERNEL(unpacked) KERNEL(twice) KERNEL(moved) KERNEL(left) KERNEL(member)
KERNEL(derived) KERNEL(broken)

struct Bound {
  std::vector<float> &v;
  void grow() { v.resize(5); }
};
struct Pointed {
  std::vector<float> *v;
};
struct Pair {
  std::vector<float> first, second;
};
struct Derived : std::vector<float> {
  Derived(int n) : std::vector<float>(2 * n) {}
};
void both(std::vector<float> &a, std::vector<float> &b) {
  a.push_back(1);
  b.push_back(2);
}
void shrink(std::vector<float> &&a) { a.resize(3); }
void shrinkPointed(Pointed p);

int main(int argc, char **argv) {
  float *p;
  cudaMalloc(&p, 4096);
  {
    std::vector<float> v(100);
    Bound c{v};
    c.grow();
    bound<<<v.size(), 32>>>(p);
  }
  {
    std::vector<float> v(100);
    shrinkPointed({&v});
    pointed<<<v.size(), 32>>>(p);
  }
  {
    std::vector<float> v(100);
    std::vector<float> *all[] = {&v, &v};
    all[0]->resize(5);
    listed<<<v.size(), 32>>>(p);
  }
  {
    std::vector<float> v(100);
    static_cast<std::vector<float> &>(v).resize(5);
    cast<<<v.size(), 32>>>(p);
  }
  {
    std::vector<float> v(100), w(100);
    std::vector<float> &u = argc > 2 ? v : w;
    u.resize(5);
    chosen<<<v.size(), 32>>>(p);
  }
  {
    Pair s;
    s.first.resize(100);
    auto &[a, b] = s;
    a.resize(5);
    unpacked<<<s.first.size(), 32>>>(p);
  }
  {
    std::vector<float> v(100);
    both(v, v);
    twice<<<v.size(), 32>>>(p);
  }
  {
    std::vector<float> v(100);
    std::vector<float> w = std::move(v);
    moved<<<v.size() + 1, 32>>>(p);
  }
  {
    std::vector<float> v(100);
    shrink(std::move(v));
    left<<<v.size(), 32>>>(p);
  }
  {
    std::vector<float> v(100);
    auto change = &std::vector<float>::pop_back;
    (v.*change)();
    member<<<v.size(), 32>>>(p);
  }
  {
    Derived v(100);
    derived<<<v.size(), 32>>>(p);
  }
  {
    std::vector<float> v(100);
    v.resize(nobodyKnows(3));
    broken<<<v.size(), 32>>>(p);
  }
}

// CHECK: "name": "bound",
// CHECK: "what": "host variable v.size()",
// CHECK: "name": "pointed",
// CHECK: "what": "host variable v.size()",
// CHECK: "name": "listed",
// CHECK: "what": "host variable v.size()",
// CHECK: "name": "cast",
// CHECK: "what": "host variable v.size()",
// CHECK: "name": "chosen",
// CHECK: "what": "host variable v.size()",
// CHECK: "name": "unpacked",
// CHECK: "what": "host variable s.first.size()",
// CHECK: "name": "twice",
// CHECK: "what": "host variable v.size()",
// CHECK: "name": "moved",
// CHECK: "what": "host variable v.size()",
// Followed into the function: 3.
// CHECK: "name": "left",
// CHECK: "grid": [
// CHECK-NEXT: 3,
// CHECK: "name": "member",
// CHECK: "what": "host variable v.size()",
// CHECK: "name": "derived",
// CHECK: "what": "host variable v.size()",
// CHECK: "name": "broken",
// CHECK: "what": "host variable v.size()",
