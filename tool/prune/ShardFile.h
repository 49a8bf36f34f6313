//===- ShardFile.h - A part of a ranking, and parts together ----*- C++ -*-===//
//
// A part of a space is forecast anywhere, and its lines are the ranking's with
// what ranks depend on:
//
//   {"kernelcast_shard": 1, "part": 0, "parts": 4, "parameters": [...], ...}
//   {"place": 17, "program": "...", "hindrance": "", "rank": 1, ...}
//
// Ranks and what is the same as what are those of the whole space and follow
// when all parts are there: the merged ranking is the one of a single run, byte
// for byte.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_PRUNE_SHARDFILE_H
#define KERNELCAST_TOOL_PRUNE_SHARDFILE_H

#include "tool/prune/Ranking.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace kernelcast {

/// Of which ranking a file has which part.
struct ShardHead {
  uint64_t Part = 0, Parts = 1;
  std::string Kernel, Gpu;
  std::string Run; ///< the same for all parts of one ranking
  uint64_t Configurations = 0;
};

void writeShard(const ShardHead &Head, const Ranking &Own,
                llvm::raw_ostream &OS);

struct MergedShards {
  ShardHead Head; ///< of the first file
  Ranking Whole;
};

/// Reads \p Files. Errors, with file and line: what is no such file, or is cut
/// off; parts of different runs; a part that is missing or there twice.
llvm::Expected<MergedShards> mergeShards(llvm::ArrayRef<std::string> Files);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_PRUNE_SHARDFILE_H
