//===- KeptPieces.h - Which pieces of a launch a cache keeps ----*- C++ -*-===//
//
// The pieces around each access (CacheEstimate.h) form a nest: the kernel and
// its loops are scopes, and of each scope there are pieces from one iteration,
// or a few accesses of it, to all of them. This finds the largest piece whose
// working set fits, those around it of which a part is kept, and what misses
// where one is kept.
//
// Accesses to one array that move alike touch some of the same sectors. They
// are a group, and each piece has a share that the group's members touch
// together less than apart.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SPECIALIZE_KEPTPIECES_H
#define KERNELCAST_ANALYSIS_SPECIALIZE_KEPTPIECES_H

#include "analysis/specialize/CachePiece.h"
#include "llvm/ADT/ArrayRef.h"
#include <cmath>
#include <map>
#include <memory>
#include <optional>

namespace kernelcast {

/// A piece, what of it accesses to one array touch together, and how much of
/// the cache it takes.
struct SizedPiece {
  CachePiece Of;
  double Fill = 0;                     ///< working set by the cache's capacity
  std::vector<double> OwnShares;       ///< by group
  std::vector<double> OwnSharesOfNext; ///< and with more blocks, of a window
                                       ///< that keeps anything
};

/// An access that a cache serves.
struct CachedAccess {
  AccessId Id = 0;
  const FootprintPattern *Main = nullptr; ///< that of most executions, or null
  unsigned Group = None;                  ///< None without a pattern
  unsigned Place = 0;  ///< among those that stand in its scope itself
  unsigned Around = 0; ///< the scope of which a piece is kept for it
  unsigned Shape = 0;  ///< the same of those whose patterns differ by sectors
  double Least = 0;    ///< misses where the largest piece of all is kept
  double OfArray = 1;  ///< its part of them that is no other access' already
};

class KeptPieces {
public:
  /// \p Capacity: bytes of a cache that \p Resident blocks share.
  KeptPieces(const WarpProfile &Profile, const CacheBlocks &Resident,
             double Capacity)
      : Profile(Profile), Kernel(*Profile.Kernel), Resident(Resident),
        Capacity(Capacity) {}
  KeptPieces(const KeptPieces &) = delete;

  /// Adds an access. They come in the order of the code, before settle().
  void add(AccessId Id);
  /// Finds the pieces that are kept.
  void settle();

  const CacheBlocks &resident() const { return Resident; }
  llvm::ArrayRef<CachedAccess> accesses() const { return Accesses; }
  /// The largest piece that fits, or none.
  const std::optional<SizedPiece> &kept(const CachedAccess &A) const {
    return Scopes[A.Around].Kept;
  }
  /// Those around kept() of which a part is kept, from the smallest on.
  llvm::ArrayRef<const SizedPiece *> larger(const CachedAccess &A) const {
    return Scopes[A.Around].Larger;
  }
  /// By access, the share of a row's sectors that none of those in front of it
  /// in the piece that is kept touches as well.
  std::vector<double> leads() const;

  /// Misses where \p P is kept and nothing larger.
  double missesOf(const CachedAccess &A, const SizedPiece &P) const;
  /// Bytes that the followed accesses touch in \p Of, by their main patterns.
  double bytesIn(CachePiece Of) const;

private:
  /// A loop or the kernel, whose code is what runs between one use of a sector
  /// and the next.
  struct Scope {
    unsigned Depth = 0;
    unsigned Outer = None;
    unsigned Standing = 0; ///< accesses that no loop inside has
    bool Fits = false;     ///< what one iteration touches
    bool IsAsked = false;  ///< it is around an access
    std::vector<const CachedAccess *> Inside; ///< by group, those of most
                                              ///< executions first, from low
                                              ///< addresses to high ones
    std::optional<SizedPiece> Kept;           ///< the largest piece that fits
    std::vector<const SizedPiece *> Larger;   ///< among pieces() of scopes
    std::optional<std::vector<SizedPiece>> Pieces; ///< what pieces() has found
  };

  /// The lowest and the highest byte of an array that a launch touches.
  struct ArrayEnds {
    double Low = INFINITY, High = -INFINITY;
    bool IsOneArray = true;
    double sectors() const {
      return IsOneArray ? sectorsBetween(Low, High) : INFINITY;
    }
  };
  /// The most that lie between two bytes, whatever place of a sector the first
  /// one has; INFINITY where there is nothing between them.
  static double sectorsBetween(double Low, double High);
  void findEnds();
  /// Of the whole launch, all loads of an array, and all stores, miss no more
  /// than lies between its ends: a matrix that is read by rows and by columns
  /// is loaded once. Where All is known.
  void limitToArrays();
  const FootprintPattern *mainPattern(AccessId Id) const;

  /// Loads, or stores, of one array that move alike are a group.
  void formGroups();
  bool sameGroup(const CachedAccess &A, const CachedAccess &B) const;
  /// Whether blocks and iterations move both by the same strides, as far as
  /// they move them.
  static bool movesAlike(const FootprintPattern &A, const FootprintPattern &B);

  /// The scope in which \p A stands: the first one is the kernel, then come the
  /// loops.
  unsigned scopeOf(const CachedAccess &A) const;
  void formScopes();
  /// Finds CachedAccess::Shape of what comes in such an order.
  static void findShapes(llvm::ArrayRef<CachedAccess *> Order);

  /// Whether the cache holds what a piece of \p S touches. What accesses touch
  /// together makes that less, and is only looked at where it decides.
  bool fits(const Scope &S, CachePiece Of) const;
  /// Finds the largest piece of \p S that fits, and those around it.
  void settle(Scope &S);
  std::optional<CachePiece> largestFit(const Scope &S) const;
  /// Whether anything is used again that the kept piece of \p S has not.
  bool losesReuse(const Scope &S) const;
  /// Finds Scope::Larger.
  void addLarger(Scope &S);
  /// The pieces of \p S, from its accesses in rows, if an iteration does not
  /// fit, to all iterations or blocks; none behind the first that is lost.
  llvm::ArrayRef<SizedPiece> pieces(Scope &S) const;
  SizedPiece sized(const Scope &S, CachePiece Of) const;
  /// The most blocks in a row that fit, of those that come one after another.
  CachePiece largestWindow(const Scope &S) const;
  /// Iterations of \p S that the patterns inside it know of.
  static double trips(const Scope &S);
  /// The outermost scope around \p S of which a whole iteration fits, or \p S.
  unsigned largestKept(unsigned S) const;

  /// What one access touches in a piece.
  struct Member {
    const CachedAccess *Access;
    MovedPattern Moved;
    double Sectors; ///< distinct ones of one copy
  };
  using Members = llvm::ArrayRef<Member>;
  /// What a piece of a scope touches.
  struct PieceContents {
    const Scope &In;
    CachePiece Of;
    std::vector<Member> Inside; ///< those that it can have, by group
  };
  PieceContents contents(const Scope &S, CachePiece Of) const;
  template <typename Function>
  static void eachGroup(Members Inside, Function Do) {
    while (!Inside.empty()) {
      const auto Group = Inside.take_while([&](const Member &M) {
        return M.Access->Group == Inside[0].Access->Group;
      });
      Do(Group);
      Inside = Inside.drop_front(Group.size());
    }
  }

  /// Accesses of a group whose bytes continue each other, as copies of a loop's
  /// body do that go through one row: they are like one wide access.
  struct Row {
    Members Of;
    std::unique_ptr<const FootprintPattern> Joined; ///< of several
    MovedPattern Moved;
    double Sectors;
  };
  std::vector<Row> rowsOf(Members Group, CachePiece Of) const;

  /// Of the sectors that each of a group's \p Rows touches in one piece, the
  /// share that none of those in front touches as well. Each is compared with
  /// the nearest ones.
  static std::vector<double> leadingShares(llvm::ArrayRef<Row> Rows,
                                           CachePiece Of);
  /// The same of all accesses of a group together; they share alike.
  double ownShare(Members Group, CachePiece Of) const;
  /// Whether two accesses that stand in one scope are in one piece.
  static bool together(const CachedAccess &A, const CachedAccess &B,
                       CachePiece Of);
  /// By group.
  std::vector<double> ownShares(const PieceContents &Piece) const;

  /// Bytes. Of some accesses in a row, the mean over the places where they can
  /// begin. Of one array never more than lies between its ends. Without \p
  /// OwnShares, those of the piece, as if no access touched what another one
  /// does.
  double workingSet(const PieceContents &Piece,
                    const std::vector<double> *OwnShares = nullptr) const;

  /// Whether both are of the same blocks in such a piece, as far as their
  /// numbers tell, and near each other.
  bool mayShare(const FootprintPattern &A, const FootprintPattern &B,
                CachePiece Of) const;
  /// Of the sectors that each of the rows of one access touches in a piece, the
  /// share that none with more executions touches as well, in the same blocks:
  /// the last lanes of a row, behind those that all warps have. Each is
  /// compared with a few.
  std::vector<double> newShares(const Footprint &Touched, CachePiece Of) const;

  double missesOf(const CachedAccess &A, CachePiece Of, double OwnShare) const;
  /// The same of a window of blocks, (1) of CacheEstimate.h.
  double missesOfWindows(const CachedAccess &A, const SizedPiece &Window) const;

  const WarpProfile &Profile;
  const KernelModel &Kernel;
  const CacheBlocks Resident;
  const double Capacity;
  std::vector<CachedAccess> Accesses;
  std::map<ArrayId, ArrayEnds> Ends;
  size_t Groups = 0;
  std::vector<Scope> Scopes; ///< the kernel, then its loops
  /// The largest piece of all: the launch, or what the resident blocks touch.
  SizedPiece All;
};

/// Of sectors that are asked for again and again, the share that a cache has no
/// longer which they fill \p Fill times, (2) of CacheEstimate.h.
double lostShare(double Fill);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SPECIALIZE_KEPTPIECES_H
