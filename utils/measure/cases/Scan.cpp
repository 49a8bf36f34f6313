//===- Scan.cpp - Prefix sums of each block's elements --------------------===//
#include "BlockCheck.h"

using namespace measure;

/// \p Exclusive: two elements a thread, each of which becomes the sum of those
/// before it; else one a thread and its own included.
static Problem scan(const Parameters &P, bool Exclusive, bool Padded) {
  const size_t N = P["n"], Threads = P["block"];
  const size_t Width = Exclusive ? 2 * Threads : Threads;
  Problem Q;
  Q.Block = {unsigned(Threads)};
  Q.Grid = {ceilDivide(N, Width)};
  Q.Buffers = {{"in", Type::F32, N, Contents::random(0, 1)},
               {"out", Type::F32, N, Contents::zero()}};
  // Padded by a word every 32; Hillis and Steele's two halves take 2 T as well.
  const size_t Words = 2 * Threads + (Padded ? 2 * Threads / 32 : 0);
  Q.Arguments = {Argument::integer("n", long(N)), Argument::buffer("in"),
                 Argument::buffer("out"),
                 Argument::shared("shared", Words * sizeof(float))};
  // Up and down the tree: at most 2 * 11 additions for each term.
  Q.IsRight = someBlocks(
      "out", Width, Q.Grid.X, Width,
      [=](const Results &R, size_t B) {
        std::vector<double> Sums = stretch(R, "in", B * Width, (B + 1) * Width);
        double Sum = 0;
        for (double &Element : Sums) {
          const double Before = Sum;
          Sum += Element;
          Element = Exclusive ? Before : Sum;
        }
        return Sums;
      },
      additionError(22));
  Q.Bytes = 8.0 * double(N);
  Q.Operations = double(N);
  return Q;
}

void addScanCases(std::vector<Case> &Cases) {
  Case C;
  C.Source = "scan";
  C.Small = combinations({{"n", {4096, 5001}}, {"block", {64, 256}}});
  C.Quick = combinations({{"n", {1 << 16, 1 << 20}}, {"block", {256}}});
  // 64, 128 and 256 are the blocks of the paper's figure 9.
  C.Full = combinations({{"n", {1 << 16, 1 << 20, 1 << 24, 1 << 27}},
                         {"block", {64, 128, 256, 1024}}});
  C.Make = [](const Parameters &P) { return scan(P, true, false); };
  C.Kernel = "scan_init";
  C.Idea = "tree scan, active threads spread over all warps";
  Cases.push_back(C);
  C.Kernel = "scan_div";
  C.Idea = "tree scan, active threads packed, bank conflicts";
  Cases.push_back(C);
  C.Make = [](const Parameters &P) { return scan(P, true, true); };
  C.Kernel = "scan_init_b";
  C.Idea = "tree scan, active threads spread, padded shared memory";
  Cases.push_back(C);
  C.Kernel = "scan_div_b";
  C.Idea = "tree scan, active threads packed, padded shared memory";
  Cases.push_back(C);
  C.Make = [](const Parameters &P) { return scan(P, false, false); };
  C.Kernel = "scan_hillis_steele";
  C.Idea = "scan with more additions in fewer steps, without conflicts";
  Cases.push_back(C);
}
