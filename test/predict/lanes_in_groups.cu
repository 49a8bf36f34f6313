// The L1 of NVIDIA's compute capability 5.x and 6.x takes the lanes of a load
// in groups of 32 bytes, be they neighbours or not: a warp's 32 floats are 128
// bytes where all lanes read one of them, and where each reads a sector of its
// own. 7.0 and later move whole sectors, 32 bytes at least for one and 1024 for
// 32; what lanes get of one address are their 128 bytes there, too.
//
// RUN: %kernelcast predict %s --gpu gtx-1080-ti --grid 28 --block 256 --explain | FileCheck %s --check-prefixes=GROUPS
// RUN: %kernelcast predict %s --gpu gtx-1080-ti --grid 28 --block 256 --explain --counts ast | FileCheck %s --check-prefixes=GROUPS
// GROUPS: {{^}}one_address
// GROUPS: insts L1 bandwidth {{ *}}128 bytes per warp
// GROUPS: {{^}}own_sectors
// GROUPS: insts L1 bandwidth {{ *}}128 bytes per warp
//
// A load of 16 bytes is 512.
// GROUPS: {{^}}wide
// GROUPS: insts L1 bandwidth {{ *}}512 bytes per warp
//
// RUN: %kernelcast predict %s --gpu rtx-2080-ti --grid 28 --block 256 --explain | FileCheck %s --check-prefixes=SECTORS
// SECTORS: {{^}}one_address
// SECTORS: insts L1 bandwidth {{ *}}128 bytes per warp
// SECTORS: {{^}}own_sectors
// SECTORS: insts L1 bandwidth {{ *}}1024 bytes per warp

__global__ void one_address(const float *in, float *out) {
  out[blockIdx.x * 256 + threadIdx.x] = in[blockIdx.x];
}

__global__ void own_sectors(const float *in, float *out) {
  out[blockIdx.x * 256 + threadIdx.x] = in[8 * (blockIdx.x * 256 + threadIdx.x)];
}

__global__ void wide(const float4 *in, float4 *out) {
  out[blockIdx.x * 256 + threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
}
