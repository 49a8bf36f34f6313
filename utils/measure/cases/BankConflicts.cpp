//===- BankConflicts.cpp - Shared memory by the stride between lanes ------===//
#include "cases/Points.h"

using namespace measure;

static Problem readStrided(const Parameters &P) {
  const long Stride = P["stride"], Rounds = P["rounds"], Block = P["block"];
  const long Words = 1024; // the kernel's WORDS
  const size_t Threads = size_t(P["blocks"]) * Block;
  Problem Q;
  Q.Block = {unsigned(Block)};
  Q.Grid = {unsigned(P["blocks"])};
  Q.Buffers = {{"in", Type::F32, size_t(Words), Contents::random(0, 1)},
               {"out", Type::F32, Threads, Contents::zero()}};
  Q.Arguments = {Argument::integer("stride", Stride),
                 Argument::integer("rounds", Rounds), Argument::buffer("in"),
                 Argument::buffer("out")};
  // A sum of terms of one sign: each addition is off by at most 2^-24 of it.
  Q.IsRight = eachElement(
      "out",
      [=](const Results &R, size_t I) {
        double Sum = 0;
        for (long Round = 0; Round < Rounds; ++Round)
          Sum += R.before("in", (long(I) % Block * Stride + Round) % Words);
        return Sum;
      },
      Rounds * 0x1p-24);
  Q.Bytes = 4.0 * double(Threads + Words);
  Q.Operations = double(Threads) * Rounds;
  return Q;
}

static Problem exchange(const Parameters &P) {
  const long Stride = P["stride"], Rounds = P["rounds"], Block = P["BLOCK"];
  const size_t Threads = size_t(P["blocks"]) * Block;
  Problem Q;
  Q.Block = {unsigned(Block)};
  Q.Grid = {unsigned(P["blocks"])};
  Q.Buffers = {{"in", Type::F32, Threads, Contents::random(0, 1)},
               {"out", Type::F32, Threads, Contents::zero()}};
  Q.Arguments = {Argument::integer("stride", Stride),
                 Argument::integer("rounds", Rounds), Argument::buffer("in"),
                 Argument::buffer("out")};
  // Every round hands the value on and adds 1, off by at most 2^-24 of it.
  Q.IsRight = eachElement(
      "out",
      [=](const Results &R, size_t I) {
        const long First = long(I) / Block * Block;
        return R.before("in", First + (long(I) - First + Rounds) % Block) +
               Rounds;
      },
      Rounds * 0x1p-24);
  Q.Bytes = 8.0 * double(Threads);
  Q.Operations = double(Threads) * Rounds;
  return Q;
}

void addBankConflictsCases(std::vector<Case> &Cases) {
  auto Add = [&](const std::string &Kernel, const std::string &Idea,
                 const std::string &Block, Problem (*Make)(const Parameters &),
                 long Rounds) {
    Case C;
    C.Kernel = Kernel;
    C.Source = "bank_conflicts";
    C.Idea = Idea;
    C.Make = Make;
    C.Small = combinations({{"stride", {1, 3, 32}},
                            {"rounds", {50}},
                            {Block, {64}},
                            {"blocks", {2}}});
    C.Quick = combinations({{"stride", {1, 8, 32}},
                            {"rounds", {200}},
                            {Block, {256}},
                            {"blocks", {256}}});
    C.Full = together(
        {combinations({{"stride", {1, 2, 3, 4, 6, 8, 12, 16, 24, 31, 32}},
                       {"rounds", {Rounds}},
                       {Block, {256}},
                       {"blocks", {1024}}}),
         combinations({{"stride", {1, 4, 32}},
                       {"rounds", {Rounds}},
                       {Block, {64}},
                       {"blocks", {1, 1024}}})});
    Cases.push_back(C);
  };
  Add("bank_conflicts_read", "independent reads, 1 to 32 words of a bank",
      "block", readStrided, 4096);
  Add("bank_conflicts_exchange", "write, barrier, read: conflicts on the way",
      "BLOCK", exchange, 1000);
}
