// Copies and fills of a constant size are as many loads and stores as their
// alignment makes them, however many: ptxas unrolls the loops that NVVM writes
// for them. 65 words that lie at multiples of 4 bytes are 65 loads and 65
// stores, 1024 bytes of unknown alignment 1024 stores. A local array is aligned
// so that it is filled 16 bytes at a time: 300 words are 75 stores, beside the
// one of its element and that of the result.
//
// RUN: kernelcast predict %s --format json -o %t.json
// RUN: python3 -c "import json; [print(k['name'], k['status'], *(k['launches'][0]['instructions'][w] if w == 'source' else k['launches'][0]['instructions']['per_warp'][w] for w in ('source', 'load_global', 'store_global'))) for k in json.load(open('%t.json'))['files'][0]['kernels']]" | FileCheck %s
// CHECK: copied modelled ir 65 65
// CHECK: filled modelled ir 0 1024
// CHECK: local_array modelled ir 1 77
//
// The source reading takes the type of a pointer for its alignment, which
// memset(void *, ...) does not have in the compiled code.
// RUN: kernelcast predict %s --counts ast --format json -o %t.json
// RUN: python3 -c "import json; [print(k['name'], k['status'], *(k['launches'][0]['instructions']['per_warp'][w] for w in ('load_global', 'store_global'))) for k in json.load(open('%t.json'))['files'][0]['kernels'][:2]]" | FileCheck %s --check-prefix=SOURCE
// SOURCE: copied modelled 65 65
// SOURCE: filled modelled 0 256
//
// For AMD's GPUs LLVM makes loops of more than 1024 bytes, whose rounds are not
// in the code that is read: a kernel with 1200 bytes is counted in its source.
// RUN: kernelcast predict %s --gpu w6600 --format json -o %t.json
// RUN: python3 -c "import json; [print(k['name'], k['launches'][0]['instructions']['source'], *k['reasons']) for k in json.load(open('%t.json'))['files'][0]['kernels']]" | FileCheck %s --check-prefix=AMD
// AMD: copied ir{{$}}
// AMD: filled ir{{$}}
// AMD: local_array ast {{.*}}copy or filling of memory of a computed or large size
//
// How often the loop of a computed size runs is not known.
// RUN: kernelcast predict %S/Inputs/computed_fill.cu | FileCheck %s --check-prefix=COMPUTED
// COMPUTED: predicted at least
// COMPUTED: without call of __builtin_memset, which has no body
//
// All copies of a kernel together are bounded: of 9 times 1024 pieces the last
// are not counted.
// RUN: python3 -c "print('__global__ void many(char *o, const char *i) {', *('memcpy(o + %%d * threadIdx.x, i + threadIdx.x, 1024);' %% (2048 * n) for n in range(9)), '}')" > %t.cu
// RUN: kernelcast predict %t.cu | FileCheck %s --check-prefix=MANY
// MANY: predicted at least
// MANY: without call of __builtin_memcpy, which has no body

struct Words {
  unsigned Word[65];
};

__global__ void copied(const Words *in, Words *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}

__global__ void filled(unsigned *out) { memset(out, 0, 1024); }

__global__ void local_array(unsigned *out, int j) {
  unsigned a[300] = {0};
  a[j] = 1;
  out[0] = a[(j * 7) % 300];
}
