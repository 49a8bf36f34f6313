//===- FootprintTest.cpp - Distinct sectors of access patterns ------------===//
//
// Expected counts by hand; at the end every count is held to a set of sectors.
//===----------------------------------------------------------------------===//

#include "analysis/access/SectorCounts.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <random>
#include <set>
#include <vector>

using namespace kernelcast;
using llvm::any_of;

namespace {

/// 32 lanes of \p Bytes each, \p Stride bytes apart.
FootprintPattern warp(int64_t Stride, unsigned Bytes, double Sectors) {
  std::vector<int64_t> Addresses(32);
  for (int64_t Lane = 0; Lane < 32; ++Lane)
    Addresses[Lane] = Lane * Stride;
  FootprintPattern P = lanePattern(Addresses, 0xffffffff, Bytes);
  P.Sectors = Sectors;
  return P;
}
MovedPattern whole(const FootprintPattern &P) {
  return {P, [](const FootprintDimension &D) { return D.Count; }};
}
double all(const FootprintPattern &P) { return whole(P).sectors(); }
void move(FootprintPattern &P, int64_t Stride, double Count) {
  P.Dimensions.push_back({FootprintDimension::Loop, 1, Stride, Count});
}

TEST(Footprint, LanesOfAWarp) {
  FootprintPattern Row = warp(4, 4, 4);
  EXPECT_EQ(Row.Chunks, 1);
  EXPECT_EQ(Row.Width, 128);
  EXPECT_EQ(all(Row), 4);
  FootprintPattern Column = warp(4096, 4, 32);
  EXPECT_EQ(Column.Chunks, 32);
  EXPECT_EQ(Column.Width, 4);
  EXPECT_EQ(all(Column), 32);
  FootprintPattern Same = warp(0, 4, 1);
  EXPECT_EQ(Same.Chunks, 1);
  EXPECT_EQ(all(Same), 1);
}

// Lanes in four rows of 4096 bytes, eight of each, eight bytes apart: two
// sectors of a row. Four steps of 64 bytes make one piece of 256 of each row,
// as many sectors as if lanes were side by side; what lies between the lanes is
// in the same sectors. The neighbour's lanes, two steps on, share half.
TEST(Footprint, LanesInRows) {
  std::vector<int64_t> Addresses;
  for (int64_t Lane = 0; Lane < 32; ++Lane)
    Addresses.push_back(Lane / 8 * 4096 + Lane % 8 * 8);
  FootprintPattern P = lanePattern(Addresses, 0xffffffff, 4);
  P.Sectors = 8;
  EXPECT_EQ(P.Chunks, 32);
  EXPECT_EQ(P.Runs, 4);
  EXPECT_EQ(all(P), 8);
  FootprintPattern Between = P;
  move(Between, 4, 2);
  EXPECT_LT(all(Between), 9);
  move(P, 64, 4);
  EXPECT_EQ(all(P), 32);
  FootprintPattern Next = P;
  Next.Low += 128;
  EXPECT_DOUBLE_EQ(whole(P).shareWith(whole(Next)), 0.5);
  Next.Low += 4096;
  EXPECT_DOUBLE_EQ(whole(P).shareWith(whole(Next)),
                   0.375); // of three rows in four
}

// A row of 1024 floats, 32 at a time: 128 sectors. Again and again: the same.
TEST(Footprint, RowByWarps) {
  FootprintPattern P = warp(4, 4, 4);
  move(P, 128, 32);
  EXPECT_EQ(all(P), 128);
  move(P, 0, 100);
  EXPECT_EQ(all(P), 128);
}

// Ten blocks go through 512 rows of 4096 bytes each, and each begins eight rows
// after the one before: 512 + 9 * 8 = 584 rows, of four sectors each. Two warps
// that are a row apart touch one row more.
TEST(Footprint, BlocksThatBeginRowsLater) {
  FootprintPattern P = warp(4, 4, 4);
  move(P, 4096, 512);
  move(P, 8 * 4096, 10);
  EXPECT_EQ(all(P), 584 * 4);
  move(P, 4096, 2);
  EXPECT_EQ(all(P), 585 * 4);
}

// Blocks that begin 600 rows later leave rows out: 512 each.
TEST(Footprint, BlocksThatLeaveRowsOut) {
  FootprintPattern P = warp(4, 4, 4);
  move(P, 4096, 512);
  move(P, 600 * 4096, 10);
  EXPECT_EQ(all(P), 5120 * 4);
}

// Column by column through 32 rows of 4096 bytes: eight neighbouring columns
// lie in a sector, so 1024 columns take 128 sectors of each row.
TEST(Footprint, ColumnsShareSectors) {
  FootprintPattern P = warp(4096, 4, 32);
  move(P, 4, 8);
  EXPECT_EQ(all(P), 32);
  P.Dimensions.back().Count = 1024;
  EXPECT_EQ(all(P), 32 * 128);
}

TEST(Footprint, PartOfADimension) {
  FootprintPattern P = warp(4, 4, 4);
  move(P, 4096, 50);
  EXPECT_EQ(MovedPattern(P, [](const auto &) { return 10.0; }).sectors(), 40);
}

TEST(Footprint, Copies) {
  Footprint F;
  FootprintPattern P = warp(4, 4, 4);
  for (double Low : {0.0, 128.0, 256.0}) {
    P.Low = Low, P.High = Low + 128;
    F.add(P, 2);
  }
  F.gather();
  ASSERT_EQ(F.patterns().size(), 1u);
  EXPECT_EQ(F.patterns()[0].Copies, 6);
  EXPECT_EQ(F.patterns()[0].Low, 0);
  EXPECT_EQ(F.patterns()[0].High, 384);
}

double executions(const Footprint &F) {
  double Sum = 0;
  for (const FootprintPattern &P : F.patterns())
    Sum += P.executions();
  return Sum;
}

// 200 warps of as many widths, in one place each: the mean of all of them. Ten
// executions each of 200 strides: none gets lost, and the list stays short.
TEST(Footprint, MoreShapesThanAreKept) {
  Footprint Widths;
  for (unsigned Lanes = 1; Lanes <= 200; ++Lanes) {
    FootprintPattern P = warp(4, 4, 4);
    P.Width = P.Extent = Lanes;
    P.Low = 4096.0 * Lanes, P.High = P.Low + Lanes;
    Widths.add(P, 1);
  }
  Widths.gather();
  EXPECT_LE(Widths.patterns().size(), Footprint::MaxPatterns);
  EXPECT_EQ(executions(Widths), 200);
  double Sum = 0;
  for (const FootprintPattern &P : Widths.patterns())
    Sum += P.Width * P.executions();
  EXPECT_DOUBLE_EQ(Sum, 200 * 201 / 2.0);
  Footprint Strides;
  for (int64_t Stride = 1; Stride <= 200; ++Stride) {
    FootprintPattern P = warp(4, 4, 4);
    move(P, Stride, 10);
    Strides.add(P, 1);
  }
  Strides.gather();
  EXPECT_LE(Strides.patterns().size(), Footprint::MaxPatterns);
  EXPECT_EQ(executions(Strides), 2000);
  EXPECT_EQ(Strides.overflow(), 0);
}

// A column of a matrix of rows of 4096 bytes: 32 lanes in 32 sectors. Eight
// warps, four bytes apart, touch the same ones. Side by side, 128 bytes of each
// warp are four sectors, and 32 of all eight.
TEST(Footprint, PackedIsAsManyBytesSideBySide) {
  FootprintPattern P = warp(4096, 4, 32);
  P.Sectors = 32;
  move(P, 4, 8);
  EXPECT_EQ(all(P), 32);
  Footprint F;
  F.add(P, 1);
  F.addUnknown(64);
  F.pack(4, 4.0 / 32);
  EXPECT_EQ(F.overflow(), 8);
  EXPECT_EQ(all(F.patterns()[0]), 32);
  FootprintPattern One = F.patterns()[0];
  One.Dimensions.clear();
  EXPECT_EQ(all(One), 4);
}

// Strides that are nested and aligned to sectors: exactly the set's size. Any
// strides: never far below it.
TEST(Footprint, AgainstSets) {
  std::mt19937 Random(11);
  for (unsigned Round = 0; Round < 400; ++Round) {
    bool Nested = Round % 2;
    FootprintPattern P = warp(Nested ? 4 : 4 * (1 + Random() % 40), 4, 32);
    std::set<int64_t> Starts;
    for (int64_t Lane = 0; Lane < 32; ++Lane)
      Starts.insert(Lane * int64_t(P.Extent - 4) / 31);
    double Extent = P.Extent;
    for (unsigned D = 0; D < 3; ++D) {
      int64_t Count = 1 + Random() % 6;
      int64_t Stride =
          Nested ? int64_t(Extent) + 32 * (Random() % 3) : 4 * (Random() % 200);
      if (Nested && Random() % 3 == 0)
        Stride = 0;
      move(P, Stride, double(Count));
      std::set<int64_t> Moved;
      for (int64_t Start : Starts)
        for (int64_t I = 0; I < Count; ++I)
          Moved.insert(Start + I * Stride);
      Starts = std::move(Moved);
      Extent += double(Stride) * double(Count - 1);
    }
    std::set<int64_t> Sectors;
    for (int64_t Start : Starts)
      Sectors.insert(Start / 32);
    if (Nested)
      EXPECT_EQ(all(P), double(Sectors.size())) << Round;
    else
      EXPECT_GE(all(P) * 1.3, double(Sectors.size())) << Round;
  }
}

double shared(const FootprintPattern &P, const FootprintPattern &Other) {
  return whole(P).shareWith(whole(Other));
}
double shared(FootprintPattern P, double Distance) {
  FootprintPattern Other = P;
  P.Low += Distance;
  return shared(P, Other);
}

// Ten rows of 4096 bytes, each by 32 warps: the row above is nine of them. The
// elements beside it begin four bytes later: of their 129 sectors in a row they
// share 128. An array further on shares none.
TEST(Footprint, NeighboursOfAStencil) {
  FootprintPattern P = warp(4, 4, 4);
  move(P, 128, 32);
  move(P, 8192, 10);
  EXPECT_EQ(shared(P, 0), 1);
  EXPECT_DOUBLE_EQ(shared(P, 8192), 0.9);
  EXPECT_DOUBLE_EQ(shared(P, -8192), 0.9);
  EXPECT_DOUBLE_EQ(shared(P, 4), 128.0 / 129);
  EXPECT_DOUBLE_EQ(shared(P, 8192 - 4), 0.9 * 128 / 129);
  EXPECT_EQ(shared(P, 4096), 0); // between the rows
  EXPECT_EQ(shared(P, 81920), 0);
}

// A loop that is unrolled by four: each copy of its load takes every fourth
// row, and no two copies the same. Of a loop along a row the copies do share
// their sectors, since 16 bytes from one iteration to the next leave none out.
TEST(Footprint, CopiesOfAnUnrolledLoad) {
  FootprintPattern Down = warp(4, 4, 4);
  move(Down, 4 * int64_t(4096), 8);
  for (double Row : {1, 2, 3})
    EXPECT_EQ(shared(Down, Row * 4096), 0);
  FootprintPattern Along = warp(8192, 4, 32);
  move(Along, 16, 256);
  EXPECT_EQ(all(Along), 32 * 128); // 4084 bytes of each row
  EXPECT_EQ(shared(Along, 4), 1);
}

// Rows of 1024 bytes in tiles of eight, and the row above each tile: seven of
// eight tiles have loaded it, for it is the last row of the tile above.
TEST(Footprint, RowAboveATile) {
  FootprintPattern Tile = warp(4, 4, 4);
  move(Tile, 1024, 8);
  move(Tile, 8192, 8);
  FootprintPattern Above = warp(4, 4, 4);
  move(Above, 8192, 8);
  Above.Low -= 1024;
  EXPECT_DOUBLE_EQ(shared(Above, Tile), 7.0 / 8);
  EXPECT_DOUBLE_EQ(shared(Tile, Above), 7.0 / 64);
  // The last 32 bytes of a row, and the 32 behind them, which no tile touches.
  FootprintPattern Edge = warp(1, 4, 2);
  Edge.Width = Edge.Extent = 64;
  Edge.Low = 96;
  EXPECT_DOUBLE_EQ(shared(Edge, Tile), 0.5);
}

// Where strides are nested and whole sectors, exactly what two sets share.
TEST(Footprint, SharesAgainstSets) {
  std::mt19937 Random(12);
  unsigned Sharing = 0;
  for (unsigned Round = 0; Round < 400; ++Round) {
    FootprintPattern Mine = warp(4, 4, 4), Theirs = Mine;
    std::set<int64_t> MySectors{0, 1, 2, 3}, TheirSectors = MySectors;
    std::vector<int64_t> Strides{1};
    int64_t Extent = 4;
    for (unsigned D = 0; D < 3; ++D) {
      const int64_t Stride = Extent + Random() % 3;
      auto Move = [&](FootprintPattern &P, std::set<int64_t> &Sectors) {
        const int64_t Count = 1 + Random() % 6;
        move(P, Stride * 32, double(Count));
        std::set<int64_t> Moved;
        for (int64_t Sector : Sectors)
          for (int64_t I = 0; I < Count; ++I)
            Moved.insert(Sector + I * Stride);
        Sectors = std::move(Moved);
        return Count;
      };
      const int64_t Most =
          std::max(Move(Mine, MySectors), Move(Theirs, TheirSectors));
      Strides.push_back(Stride);
      Extent += Stride * (Most - 1);
    }
    int64_t Distance = 0;
    for (int64_t Stride : Strides)
      Distance += Stride * (int64_t(Random() % 5) - 2);
    unsigned Both = 0;
    for (int64_t Sector : MySectors)
      Both += TheirSectors.count(Sector + Distance);
    Sharing += Both != 0;
    Mine.Low = double(Distance) * 32;
    EXPECT_NEAR(shared(Mine, Theirs) * double(MySectors.size()), Both, 1e-6)
        << Round;
  }
  EXPECT_GT(Sharing, 100u);
}

/// Executions by \p Count blocks from \p First on, every \p Step, of rows of
/// 1024 bytes, in iteration \p Iteration.
FootprintPattern blocks(int64_t First, double Count, double Sectors,
                        int64_t Step = 1, int64_t Iteration = 0) {
  FootprintPattern P = warp(4, 4, Sectors);
  const double Reach = 1024.0 * double(Step) * (Count - 1);
  P.Low += 1024 * double(First);
  P.High += 1024 * double(First) + Reach;
  const bool Moves = Count > 1;
  P.Dimensions = {{FootprintDimension::BlockX, 0, Moves ? 1024 * Step : 0,
                   Count, First, Moves ? Step : 0},
                  {FootprintDimension::Warp, 0, 0, 1, 0, 0},
                  {FootprintDimension::Loop, 1, 0, 1, Iteration, 0}};
  return P;
}

// Border, inside and border of a grid, in any order: one pattern of ten blocks,
// with the mean of their sectors.
TEST(Footprint, PiecesThatContinueEachOther) {
  const FootprintPattern Pieces[] = {blocks(0, 1, 4), blocks(1, 8, 4),
                                     blocks(9, 1, 5)};
  unsigned Order[] = {0, 1, 2};
  do {
    Footprint F;
    for (unsigned I : Order)
      F.add(Pieces[I], 1);
    F.gather();
    ASSERT_EQ(F.patterns().size(), 1u);
    const FootprintPattern &P = F.patterns()[0];
    ASSERT_EQ(P.Dimensions.size(), 1u);
    EXPECT_EQ(P.Dimensions[0].Count, 10);
    EXPECT_EQ(P.Copies, 1);
    EXPECT_DOUBLE_EQ(P.Sectors, 4.1);
    EXPECT_EQ(P.Low, 0);
    EXPECT_EQ(P.High, 9 * 1024 + 128);
  } while (std::next_permutation(std::begin(Order), std::end(Order)));
}

// A block is missing between them; every second block; the same blocks in
// another iteration, at the same place: two steps of five blocks, or of one,
// or one loop.
TEST(Footprint, PiecesThatDoNot) {
  Footprint Gap;
  Gap.add(blocks(0, 4, 4), 1);
  Gap.add(blocks(5, 4, 4), 1);
  Gap.gather();
  ASSERT_EQ(Gap.patterns().size(), 1u);
  ASSERT_EQ(Gap.patterns()[0].Dimensions.size(), 2u);
  EXPECT_EQ(Gap.patterns()[0].Dimensions[0].Count, 4);
  EXPECT_EQ(Gap.patterns()[0].Dimensions[1].Count, 2);
  EXPECT_EQ(Gap.patterns()[0].Dimensions[1].Spread, 5);
  Footprint Turns;
  Turns.add(blocks(0, 4, 4, 2), 1);
  Turns.add(blocks(1, 4, 4, 2), 1);
  Turns.gather();
  ASSERT_EQ(Turns.patterns().size(), 1u);
  ASSERT_EQ(Turns.patterns()[0].Dimensions.size(), 2u);
  EXPECT_EQ(Turns.patterns()[0].Dimensions[0].Stride, 2048);
  EXPECT_EQ(Turns.patterns()[0].Dimensions[0].Spread, 2);
  EXPECT_EQ(Turns.patterns()[0].Dimensions[1].Spread, 1);
  Footprint Again;
  for (int64_t Iteration : {0, 1, 2})
    Again.add(blocks(0, 4, 4, 1, Iteration), 1);
  Again.gather();
  ASSERT_EQ(Again.patterns().size(), 1u);
  const FootprintPattern &P = Again.patterns()[0];
  ASSERT_EQ(P.Dimensions.size(), 2u);
  EXPECT_EQ(P.Dimensions[1].What, FootprintDimension::Loop);
  EXPECT_EQ(P.Dimensions[1].Stride, 0);
  EXPECT_EQ(P.Dimensions[1].Count, 3);
}

// Rows of 88 bytes, 16440 apart: they begin at bytes 0, 24, 16 and 8 of a
// sector, from where they reach into 3, 4, 4 and 3. 16448 apart, whole sectors,
// all begin where the first one does, at byte 8 or 16.
TEST(Footprint, RowsThatBeginInsideSectors) {
  FootprintPattern P = warp(0, 4, 4);
  P.Width = P.Extent = 88;
  move(P, 16440, 4);
  EXPECT_EQ(all(P), 3 + 4 + 4 + 3);
  P.Dimensions.back().Stride = 16448;
  P.Low = 8;
  EXPECT_EQ(all(P), 4 * 3);
  P.Low = 16;
  EXPECT_EQ(all(P), 4 * 4);
  // One row in a piece, of many that the launch has.
  P.Dimensions.back() = {FootprintDimension::BlockX, 0, 16440, 1000};
  EXPECT_EQ(MovedPattern(P, [](const auto &) { return 1.0; }).sectors(), 3.5);
}

/// The lanes of warp \p Number of a block of rows of \p Across floats, of which
/// those before \p Inside go on, in rows of 16384 bytes.
FootprintPattern warpOfRows(int64_t Number, int64_t Across, int64_t Inside) {
  std::vector<int64_t> Addresses(32);
  uint64_t Active = 0;
  for (int64_t Lane = 0; Lane < 32; ++Lane) {
    const int64_t Thread = 32 * Number + Lane, X = Thread % Across;
    Addresses[Lane] = Thread / Across * 16384 + X * 4;
    if (X < Inside)
      Active |= uint64_t(1) << Lane;
  }
  FootprintPattern P = lanePattern(Addresses, Active, 4);
  P.Sectors = 8;
  return P;
}

// Three warps of a block of 48 x 2 threads load rows of 206 floats, in four
// steps, and fourteen threads a fifth one: two rows of 824 bytes, 26 sectors
// each. Of the warps by themselves, the lanes of the second one lie in two
// rows.
TEST(Footprint, RowsAreOfSeveralWarps) {
  Footprint F;
  for (int64_t Number = 0; Number < 3; ++Number) {
    FootprintPattern P = warpOfRows(Number, 48, 48);
    move(P, 192, 4);
    F.add(P, 1);
    FootprintPattern Rest = warpOfRows(Number, 48, 14);
    if (Rest.Width == 0)
      continue; // the last warp has no lane there
    Rest.Low += 768, Rest.High += 768;
    F.add(Rest, 1);
  }
  F.gather();
  EXPECT_EQ(F.patterns().size(), 3u); // two of one row each are alike
  ASSERT_EQ(F.rows().size(), 1u);
  EXPECT_EQ(F.rows()[0].Copies, 2);
  EXPECT_EQ(all(F.rows()[0]), 26);
}

// Two warps of a sample beside each other, each of which stands for 32: placed
// over all of them, they are no row of their own.
TEST(Footprint, SamplesAreNoRows) {
  Footprint F;
  for (int64_t Number : {0, 1}) {
    FootprintPattern P = warp(4, 4, 4);
    P.Low += 128 * double(Number), P.High += 128 * double(Number);
    P.Sampled = true;
    F.add(P, 1);
  }
  F.placeSamples([](FootprintPattern &P) {
    P.Dimensions = {{FootprintDimension::BlockX, 0, 128, 64}};
    P.Copies = 0.5;
  });
  F.gather();
  double Sum = 0;
  for (const FootprintPattern &P : F.rows())
    Sum += all(P) * P.Copies;
  EXPECT_EQ(Sum, 64 * 4);
}

// A loop that walks backwards, iteration by iteration.
TEST(Footprint, PiecesThatGoDown) {
  Footprint F;
  for (int64_t I = 0; I != 5; ++I) {
    FootprintPattern P = warp(4, 4, 4);
    P.Low = 65536 - 512.0 * double(I), P.High = P.Low + 128;
    P.Dimensions = {{FootprintDimension::Loop, 1, 0, 1, I, 0}};
    F.add(P, 1);
  }
  F.gather();
  ASSERT_EQ(F.patterns().size(), 1u);
  ASSERT_EQ(F.patterns()[0].Dimensions.size(), 1u);
  EXPECT_EQ(F.patterns()[0].Dimensions[0].Stride, -512);
  EXPECT_EQ(F.patterns()[0].Dimensions[0].Count, 5);
  EXPECT_EQ(F.patterns()[0].Low, 65536 - 4 * 512);
}

// A hundred pieces of a triangle, four rows each and all of different lengths,
// are more than a list holds. They become fewer that still move from block to
// block, with as many executions: 4 (1 + 2 + ... + 100).
TEST(Footprint, ManyLengthsOfRows) {
  Footprint F;
  for (int64_t I = 0; I != 100; ++I) {
    FootprintPattern P = warp(4, 4, 4);
    P.Low = double(I * 8 * 65536);
    P.High = P.Low + 3 * 65536 + 128 * double(I + 1);
    P.Dimensions = {{FootprintDimension::BlockX, 0, 65536, 4, I * 8, 1},
                    {FootprintDimension::Loop, 1, 128, double(I + 1), 0, 1}};
    F.add(P, 1);
  }
  F.gather();
  EXPECT_LT(F.patterns().size(), 64u);
  double Executions = 0;
  for (const FootprintPattern &P : F.patterns()) {
    Executions += P.executions();
    EXPECT_TRUE(any_of(P.Dimensions, [](const FootprintDimension &D) {
      return D.What == FootprintDimension::BlockX && D.Stride == 65536 &&
             D.Count >= 4;
    }));
  }
  EXPECT_NEAR(Executions, 20200, 1e-6);
}

// Block (x, y) of 512 x 128 writes where block (x, (x + y) % 128) would: each
// row of blocks comes in five pieces, of other lengths than its neighbour's.
// However they become fewer, no more blocks are side by side than there are.
TEST(Footprint, RowsOfBlocksThatBeginElsewhere) {
  Footprint F;
  for (int64_t Y = 0; Y != 128; ++Y)
    for (int64_t Begin = 0; Begin != 512;) {
      const int64_t End =
          std::min<int64_t>(512, Begin + 128 - (Begin + Y) % 128);
      FootprintPattern P = warp(4, 1, 4);
      const double First = double(Begin * 524288 + (Begin + Y) % 128 * 256);
      P.Low = First;
      P.High = First + double(End - Begin - 1) * 524544 + 128;
      P.Dimensions = {{FootprintDimension::BlockX, 0, 524544,
                       double(End - Begin), Begin, End - Begin > 1 ? 1 : 0},
                      {FootprintDimension::BlockY, 0, 256, 1, Y, 0}};
      F.add(P, 1);
      Begin = End;
    }
  F.gather();
  double Executions = 0;
  for (const FootprintPattern &P : F.patterns()) {
    Executions += P.executions();
    for (const FootprintDimension &D : P.Dimensions)
      EXPECT_LE(D.Count, D.What == FootprintDimension::BlockX ? 512 : 128);
  }
  EXPECT_NEAR(Executions, 512 * 128, 1e-6);
}

// Of 64 blocks each four read four rows of 128 bytes, and the next four read
// them again, until 16 have; then come four rows further on. What comes of the
// pieces, one for each four blocks, knows all of that: 16 rows of 4 sectors.
TEST(Footprint, BlocksInGroups) {
  Footprint F;
  for (int64_t B = 0; B != 64; B += 4) {
    FootprintPattern P = warp(4, 4, 4);
    P.Low = double(B / 16 * 8 * 128);
    P.High = P.Low + 4 * 128;
    P.Dimensions = {{FootprintDimension::BlockX, 0, 128, 4, B, 1}};
    F.add(P, 1);
  }
  F.gather();
  ASSERT_EQ(F.patterns().size(), 1u);
  const FootprintPattern &P = F.patterns()[0];
  EXPECT_EQ(P.Copies, 1);
  EXPECT_EQ(P.executions(), 64);
  EXPECT_EQ(all(P), 64);
  ASSERT_EQ(P.Dimensions.size(), 3u);
  EXPECT_EQ(P.Dimensions[1].Stride, 0);
  EXPECT_EQ(P.Dimensions[1].Spread, 4);
  EXPECT_EQ(P.Dimensions[2].Stride, 1024);
  EXPECT_EQ(P.Dimensions[2].Spread, 16);
}

// Two groups are one pattern, however far apart they are; a third one, which is
// further from the second than that from the first, is a pattern of its own.
TEST(Footprint, GroupsWithoutOrder) {
  Footprint F;
  for (auto [First, Low] :
       {std::pair(0, 0), std::pair(4, 1000), std::pair(12, 9000)}) {
    FootprintPattern P = warp(4, 4, 4);
    P.Low = Low;
    P.High = Low + 4 * 128;
    P.Dimensions = {{FootprintDimension::BlockX, 0, 128, 4, First, 1}};
    F.add(P, 1);
  }
  F.gather();
  double Executions = 0;
  for (const FootprintPattern &P : F.patterns())
    Executions += P.executions();
  EXPECT_EQ(Executions, 12);
  EXPECT_EQ(F.patterns().size(), 2u);
}

} // namespace
