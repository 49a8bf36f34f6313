// What kernelcast has understood of a kernel, as DOT and as text: the program
// dependence graph, the work flow graph, execution counts, address expressions.
//
// 10 blocks of 128 threads are 40 warps. n = 1200 = 37 * 32 + 16: 38 warps go in
// (95 %), of which warp 37 with half of its lanes, so 3 of 40 (7.5 %) have lanes
// outside. 1200 * 4 bytes over 38 warps are 126.3 bytes a warp.
//
// RUN: kernelcast graph %s --what pdg | FileCheck %s --check-prefix=PDG
// PDG: digraph
// PDG: if i < n
// PDG: load global in[i]
// PDG: ->
// In text, the store's node depends on the condition being true.
// RUN: kernelcast graph %s --what pdg --format text | FileCheck %s --check-prefix=PDGTEXT
// PDGTEXT: program dependence graph of guarded
// PDGTEXT: if i < n
// PDGTEXT-NEXT: --> [[REGION:n[0-9]+]] true
// PDGTEXT: load global in[i]
// PDGTEXT: store global out[i]
// RUN: kernelcast graph %s --what wfg | FileCheck %s --check-prefix=WFG
// WFG: digraph
// WFG: ->
// RUN: kernelcast graph %s --what wfg --format text | FileCheck %s --check-prefix=WFGTEXT
// WFGTEXT: work flow graph of guarded
// WFGTEXT: branch
// WFGTEXT-NEXT: true, 95 % of warps
// WFGTEXT-NEXT: false, 8 % of warps
// WFGTEXT: load, 126 bytes a warp
// WFGTEXT: store, 126 bytes a warp
// RUN: kernelcast graph %s --what exec --format text | FileCheck %s --check-prefix=EXEC
// EXEC: executions of guarded
// EXEC: if i < n
// EXEC-NEXT: 40 warps, 1280 threads (exact)
// EXEC: store global out[i]
// EXEC-NEXT: 38 warps, 1200 threads (exact)
// RUN: kernelcast graph %s --what expr --format text | FileCheck %s --check-prefix=EXPR
// EXPR: addresses of guarded
// EXPR: load global in[i]
// EXPR: start of in
// EXPR: threadIdx.x
// EXPR: blockIdx.x
// EXPR: blockDim.x
// RUN: kernelcast graph %s --what expr --format dot | FileCheck %s --check-prefix=EXPRDOT
// EXPRDOT: digraph
// EXPRDOT: threadIdx.x

__global__ void guarded(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = 2 * in[i];
}

void run(float *p) { guarded<<<10, 128>>>(p, p, 1200); }
