//===- CacheEstimate.h - What the caches save of a launch -------*- C++ -*-===//
//
// A cache keeps what the largest piece of the execution that fits into it
// touches. The pieces around an access are nested:
//
//   one execution of the access by each warp that is resident
//   ... with 2, 4, 8 ... of the accesses that stand in a row with it
//   one iteration of the innermost loop around it
//   ... with some, then all iterations of that loop
//   ... with all that is in one iteration of the next loop around
//   ...
//   ... with all of the kernel: the resident blocks, run to the end
//   ... with more blocks, those that follow them in the grid (L2 only)
//   ... with all blocks (L2 only)
//
// For each piece the working set is the number of distinct sectors of all
// accesses in it (analysis/access/SectorCounts.h). What stands outside a loop
// is in no piece of that loop: the many stores behind a product that a compiler
// has unrolled take nothing from the reuse inside. Of accesses in a row it is
// the mean over the places where such a row can begin. Of the largest piece
// whose working set fits, every distinct sector misses once each time the piece
// is run, and every other touch hits. If not even the first fits, every touch
// misses.
//
// Blocks that follow each other are no pieces that end, but a window that moves
// on through the launch, and what its last blocks have touched is there for the
// next one. So with B blocks, of which an L2 holds what W in a row touch, F(W)
// sectors, what misses is the first window, and for each block after it what it
// adds (Denning's working set; Xiang et al., HOTL, ASPLOS 2013):
//
//   misses = F(W) + (B - W) F'(W)                                          (1)
//
// Of a stencil whose rows of blocks fit that is each row once, of one whose
// rows do not fit each as often as blocks reach into it. F(W) is the mean over
// the places where a window can begin: of what moves with the rows alone it has
// 1 + (W - 1) / (blocks of a row). All that the launch touches misses at least
// once.
//
// What is larger than a cache is not lost as a whole. Of F capacities that are
// asked for again and again, replacement at random leaves some: a share m is no
// longer there when its turn comes, since each of the m F C misses of a round
// throws out one of C sectors,
//
//   m = 1 - (1 - 1 / C)^(m F C) = 1 - exp(-m F)                            (2)
//
// which is 0 up to F = 1, 0.29 at 1.17 and 0.80 at 2. So around the largest
// piece that fits, with M(0) misses, stand larger ones, with M(1), M(2), ...
// and working sets of F(1), F(2), ... capacities. What is used again within
// piece i and no smaller one, M(i - 1) - M(i), misses with that piece's m:
//
//   misses = M(n) + sum over i of m(F(i)) (M(i - 1) - M(i))                (3)
//
// up to the first piece of which nothing worth mentioning is left. Without that
// a kernel that reads 1.17 L1s three times would bring all of it three times,
// and one configuration of a tuning space be far from the next.
//
// An L1 serves the blocks of one SM, which are as many numbers apart in the
// grid as there are SMs and share what does not move with their coordinates;
// the L2 those of all SMs, neighbours in the grid. Warps that share run
// together, since the first one waits for memory and the others do not. Loads
// that miss the L1, stores and atomics go to the L2. Accesses to one array that
// move alike and whose distance their patterns span (a stencil, the rows around
// a tile) share their sectors. No working set has more of an array than lies
// between the ends of what the launch touches, and of a launch that fits the
// loads miss no more of it, nor the stores.
//
// Local memory is a thread's own: what the threads of an SM have of it is used
// over and over, so an L1 hits with the share of that which it can hold, and
// the L2 with that of all SMs. Stores go through the L1.
//
// Of registers that machine code made here spills and loads again, the reuse
// distances are known (lowering/SpillReuses.h). Threads that share a cache are
// taken to go on alike, so that a distance times these threads is what lies
// between two touches, and (2) the share that is lost by then. A store is taken
// to be the last one before its place is gone, whatever follows. Of two stores
// to one place, a few instructions apart (a value, and another one for some
// lanes), the first one would be expected to be overwritten in the L2; the
// MI250X of kt_conv15_shmem, whose guarded loads make such pairs, takes the
// time of both.
//
// Behind the L2 of some GPUs is a larger cache of all memory (AMD's Infinity
// Cache), which is treated as an L2 of that size is, with what the L2 lets
// through. It is left out where nobody knows how fast it is.
//
// What comes to the L2 for an atomic goes back to memory, changed: twice the
// bytes of a load that misses, or of a store. It does not come again for the
// atomic where a load of the array has brought it.
//
// Addresses that are not known are as likely anywhere as far as they can reach
// (IndexExtent.h), and hit with the share of that which the cache can hold;
// where no bound of their reach is known they all miss. What a thread has
// touched nearby just before does not (NewSectors.h): if a loop walks from an
// unknown start through neighbours, each sector misses once. Times have a range
// for it: from all of these addresses leading to one place, so that they hit,
// to each leading to another.
//
// A launch finds nothing in the L2, unless it is said to follow one that
// touches the same (WarpProfile::StartsWarm): then, if that is no more than
// half of the L2, nothing comes from memory, and what is written stays.
//
// Hits say what traffic is saved. Who waits is another question, which
// CacheLevel.h answers for the L1.
//
// This is an estimate: replacement, associativity and the order in which warps
// get on are not modelled.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SPECIALIZE_CACHEESTIMATE_H
#define KERNELCAST_ANALYSIS_SPECIALIZE_CACHEESTIMATE_H

#include "analysis/WarpProfile.h"
#include "analysis/hardware/GpuSpec.h"

namespace kernelcast {

/// Whether the GPU's L1 keeps what \p Load brings from global memory. By
/// default that of NVIDIA's compute capability 2.x, 6.0 and from 7.0 on does,
/// and AMD's; from 3.5 on those between keep what is read-only for the kernel's
/// lifetime (MemoryAccess::ReadOnly). Source: the CUDA programming guide.
bool cachesLoad(const GpuSpec &Gpu, const MemoryAccess &Load);

/// Whether the GPU's L1 keeps local memory: on 5.x that is kept in the
/// L2 alone (the Maxwell tuning guide).
bool cachesLocalMemory(const GpuSpec &Gpu);

/// Bytes of the cache that cachesLoad() means that are left beside shared
/// memory on an SM with the residency of \p Profile; 0 if there is none.
double l1Capacity(const WarpProfile &Profile, const GpuSpec &Gpu);

/// Fills in Profile.Caches, its two ends and the traffic below the L1. \p
/// Profile has its residency; without one (no block fits) nothing is changed.
void estimateCaches(WarpProfile &Profile, const GpuSpec &Gpu);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SPECIALIZE_CACHEESTIMATE_H
