//===- CacheLevel.h - What one cache keeps of a launch ----------*- C++ -*-===//
//
// How CacheEstimate.h describes it: the pieces of the execution, the largest
// one around each access whose working set fits, those around it of which a
// part is kept, what of the access's sectors misses then, and who waits for it.
//
// A warp that hits may wait all the same. The warps of an SM run together: that
// which asks for a sector first has started the transfer, but the others, which
// ask for it a moment later, have it no sooner. So what counts for waiting is
// not whether another warp has touched a sector, but whether any has in an
// earlier step, that is, in an earlier iteration of the loops inside a piece:
//
//   fresh = min(steps at which a lane comes to a sector that is new to it,
//               sectors a request * new sectors / sectors at once) / steps
//
// The first is right where nobody else has been there: in b[k * n + x] at each
// step, in a[y * n + k] at each eighth if rows begin with a sector, else at as
// many as there are places where they begin. The second is right where others
// have been there, as in a[x + k], of which only the warp in front comes to
// anything new. The lesser of the two is taken. An access that touches what
// another one in the same piece touches, some elements or rows away, waits for
// what is left.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SPECIALIZE_CACHELEVEL_H
#define KERNELCAST_ANALYSIS_SPECIALIZE_CACHELEVEL_H

#include "analysis/WarpProfile.h"
#include "llvm/ADT/ArrayRef.h"
#include <array>
#include <cmath>
#include <map>
#include <optional>

namespace kernelcast {

/// Where addresses lead that nobody knows.
enum class UnknownPlaces : uint8_t {
  Anywhere, ///< that they can reach, one place as likely as another
  OnePlace, ///< all of them to sectors that are there
  Scattered ///< each to another sector, while they reach any
};

/// The accesses that one cache serves, and the blocks that share it.
class CacheLevel {
public:
  CacheLevel(const WarpProfile &Profile, double Capacity, bool WholeGpu,
             double Multiprocessors);

  /// Adds an access. They come in the order of the code, before misses().
  void add(AccessId Id);

  /// Sectors of each access that miss, by access, of \p Requests that reach
  /// this cache, those at unknown addresses led to \p Unknown.
  std::vector<double> misses(llvm::ArrayRef<double> Requests,
                             UnknownPlaces Unknown);

  /// Whether it serves addresses that are not known.
  bool servesUnknown() const;

  /// By access, the share of its executions that wait, of an L1. \p Misses is
  /// what misses() has returned last.
  std::vector<double> waits(llvm::ArrayRef<double> Misses);

  /// Whether it has all that the launch touches still when one that touches the
  /// same follows. After misses().
  /// \p LocalBytes: of the resident threads' local memory, beside that.
  bool outlastsLaunch(double LocalBytes) const;

  /// In words, the piece that is kept for most of the sectors asked for.
  std::string kept() const;

private:
  /// A piece of the execution: of the loop at Depth (0: of the kernel) so many
  /// iterations, with all that loops inside it do.
  struct Piece {
    bool WholeLaunch = false;
    unsigned Depth = 0;
    double Iterations = 1;
    unsigned Accesses = 0; ///< so many in a row of one iteration; 0: all
    double Blocks = 0; ///< at Depth 0, so many in a row; 0: the resident ones
  };

  /// A piece, what of it accesses to one array touch together, and how much of
  /// the cache it takes.
  struct SizedPiece {
    Piece Of;
    double Fill = 0;               ///< working set by the cache's capacity
    std::vector<double> OwnShares; ///< by group
    std::vector<double> OwnSharesOfNext; ///< and with more blocks, of a window
    std::vector<double> OwnSharesOfLaunch; ///< and of the whole, of a window
  };

  static std::string words(const std::optional<SizedPiece> &Sized);

  /// How far addresses that are not known lead in one piece of the launch.
  struct Reach {
    double Bytes;
    double Pieces; ///< of the launch, of which all resident blocks share one
  };

  struct User {
    AccessId Id = 0;
    const FootprintPattern *Main =
        nullptr; ///< that of most executions, or null
    double Requests = 0;
    unsigned Group = None; ///< None without a pattern
    unsigned Place = 0;    ///< among those that stand in its scope itself
    unsigned Around = 0;   ///< the scope of which a piece is kept for it
    double New = 1;        ///< of sectors at unknown addresses (NewSectors.h)
    std::vector<Reach> Reaches; ///< of those addresses
    double Leads = 1;           ///< leadingShares() of its row
    double Left = 1; ///< of what is new to its piece, the share that misses
  };

  /// A loop or the kernel, whose code is what runs between one use of a sector
  /// and the next.
  struct Scope {
    unsigned Depth = 0;
    unsigned Outer = None;
    unsigned Standing = 0;          ///< accesses that no loop inside has
    bool Fits = false;              ///< what one iteration touches
    bool IsAsked = false;           ///< it is around an access
    std::vector<User *> Inside;     ///< by group, those of most executions
                                    ///< first, from low addresses to high ones
    std::optional<SizedPiece> Kept; ///< the largest piece that fits
    /// Of which a part is kept, around that: pieces() of scopes.
    std::vector<const SizedPiece *> Larger;
    std::optional<std::vector<SizedPiece>> Pieces; ///< what pieces() has found
  };

  /// The lowest and the highest byte of an array that a launch touches.
  struct ArrayEnds {
    double Low = INFINITY, High = -INFINITY;
    bool IsOneArray = true;
    double sectors() const {
      return IsOneArray ? std::ceil((High - Low) / SectorBytes) + 1 : INFINITY;
    }
  };
  void findEnds();

  const FootprintPattern *mainPattern(AccessId Id) const;

  /// The share of the sectors of access \p Id that no pattern knows.
  double unknownShare(AccessId Id) const;

  void findNewSectors();

  /// Finds the pieces that are kept.
  void settle();

  /// Misses of \p Requests of \p U to addresses that are not known, but lead
  /// to \p Places. What its neighbours have touched does not miss. Where they
  /// are as likely anywhere as far as they can reach (IndexExtent.h), the cache
  /// has what part of that it can hold, after the first touch; without a bound
  /// on their reach all of them miss. In an iteration of a loop the reach may
  /// be less, a row: then the blocks that run together touch that row, and the
  /// next iteration begins anew.
  double unknownMisses(const User &U, double Requests,
                       UnknownPlaces Places) const;
  std::vector<Reach> reachesOf(const User &U) const;
  /// Of \p Requests of one cache, into \p Extent bytes of which it has nothing
  /// at first.
  double unknownMissesIn(const User &U, double Requests, double Extent,
                         UnknownPlaces Places) const;

  static bool movesWith(const FootprintPattern &P,
                        FootprintDimension::Kind Which);
  static bool movesWithBlocks(const FootprintPattern &P);

  /// How many of the Sharers, the blocks that an SM runs together, touch
  /// different places. Blocks come to SMs in turns, so that those of one SM are
  /// as many numbers apart as there are SMs.
  double differentBlocks(const FootprintPattern &P) const;

  /// Whether what a block touches in \p Of, the whole of it, is there for the
  /// next one on its SM as well.
  bool staysForNext(const FootprintPattern &P, Piece Of) const;

  double countIn(const FootprintPattern &P, const FootprintDimension &D,
                 Piece Of) const;
  /// How many coordinates of \p D a window of so many blocks has, on average
  /// over the places where it can begin.
  double coordinatesIn(const FootprintPattern &P, const FootprintDimension &D,
                       double Blocks) const;
  /// Of the blocks that \p P is of, those among the ones that are Together.
  double blocksTogether(const FootprintPattern &P) const;
  /// Of the copies of \p P, each of blocks of its own, those that a window of
  /// so many blocks has; 1 where every copy is of all blocks.
  double copiesOfBlocks(const FootprintPattern &P, double Window) const;
  /// Executions by a warp in one piece.
  double executionsIn(const FootprintPattern &P, Piece Of) const;
  double distinct(const FootprintPattern &P, Piece Of) const;
  /// Loads, or stores, of one array that move alike are a group.
  void formGroups();
  bool sameGroup(const User &A, const User &B) const;
  /// Whether blocks and iterations move both by the same strides, as far as
  /// they move them.
  static bool movesAlike(const FootprintPattern &A, const FootprintPattern &B);

  /// The scope in which \p U stands: the first one is the kernel, then come the
  /// loops.
  unsigned scopeOf(const User &U) const;
  void formScopes();

  /// Whether the cache holds what a piece of \p S touches. What accesses touch
  /// together makes that less, and is only looked at where it decides.
  bool fits(const Scope &S, Piece Of) const;
  /// Finds the largest piece of \p S that fits, and those around it.
  void settle(Scope &S);
  std::optional<Piece> largestFit(const Scope &S) const;
  /// Whether anything is used again that the kept piece of \p S has not.
  bool losesReuse(const Scope &S) const;
  /// Finds Scope::Larger.
  void addLarger(Scope &S);
  /// The pieces of \p S, from its accesses in rows, if an iteration does not
  /// fit, to all iterations or blocks; none behind the first that is lost.
  llvm::ArrayRef<SizedPiece> pieces(Scope &S) const;
  SizedPiece sized(const Scope &S, Piece Of) const;
  /// The most blocks in a row that fit, of those that come one after another.
  Piece largestWindow(const Scope &S) const;
  /// The window \p Of with somewhat more blocks.
  Piece grown(Piece Of) const;
  /// Iterations of \p S that the patterns inside it know of.
  static double trips(const Scope &S);
  /// The outermost scope around \p S of which a whole iteration fits, or \p S.
  unsigned largestKept(unsigned S) const;

  /// Accesses of a group whose bytes continue each other, as copies of a loop's
  /// body do that go through one row: they are like one wide access.
  struct Row {
    const User *First;
    FootprintPattern Touched;
  };
  static std::vector<Row> rowsOf(llvm::ArrayRef<User *> Group, Piece Of);

  /// Of the sectors that each of a group's \p Rows touches in one piece, the
  /// share that none of those in front touches as well. Each is compared with
  /// the nearest ones.
  std::vector<double> leadingShares(llvm::ArrayRef<Row> Rows, Piece Of) const;
  /// The same of all accesses of a group together; they share alike.
  double ownShare(llvm::ArrayRef<User *> Group, Piece Of) const;
  /// Sets User::Leads, in the piece that is kept.
  void findLeads();
  /// Whether two accesses that stand in one scope are in one piece.
  static bool together(const User &A, const User &B, Piece Of);
  /// Those inside \p S that a piece can have.
  std::vector<User *> usersIn(const Scope &S, Piece Of) const;
  template <typename Function>
  static void eachGroup(llvm::ArrayRef<User *> Inside, Function Do) {
    while (!Inside.empty()) {
      const auto Group = Inside.take_while(
          [&](const User *U) { return U->Group == Inside[0]->Group; });
      Do(Group);
      Inside = Inside.drop_front(Group.size());
    }
  }
  std::vector<double> ownShares(const Scope &S, Piece Of) const;

  /// Of some accesses in a row, the mean over the places where they can begin.
  /// Of one array never more than lies between its ends. Without \p OwnShares,
  /// those of the piece, as if no access touched what another one does.
  double workingSet(const Scope &S, Piece Of,
                    const std::vector<double> *OwnShares = nullptr) const;

  /// Misses of the \p Followed sectors that \p U asks for at known addresses,
  /// (3) of CacheEstimate.h. Sets User::Left.
  double followedMisses(User &U, double Followed) const;

  /// Misses where \p P is kept and nothing larger.
  double missesOf(const User &U, const SizedPiece &P) const;
  double missesOf(const User &U, Piece Of, double OwnShare) const;
  /// The same of a window of blocks, (1) of CacheEstimate.h.
  double missesOfWindows(const User &U, const SizedPiece &Window) const;

  double waitingShare(const User &U, double Misses) const;

  /// Of the executions of \p P, the share that come to a sector which no warp
  /// has touched in an earlier step of the piece.
  double freshShare(const FootprintPattern &P, Piece Of) const;

  const WarpProfile &Profile;
  const KernelModel &Kernel;
  double Capacity;
  double Caches;                ///< of this kind on the GPU
  double Sharers = 1;           ///< blocks that share it and are not Together
  std::array<uint64_t, 3> Grid; ///< that the patterns are of
  double Blocks = 1;            ///< of that grid
  double Ran = 1;               ///< share of them that run
  double Together = 1; ///< neighbours in the grid that share it, at a time
  bool HasLaunchScope = false;
  std::vector<User> Users;
  bool IsSettled = false;
  std::map<ArrayId, ArrayEnds> Ends;
  size_t Groups = 0;
  std::vector<Scope> Scopes; ///< the kernel, then its loops
  /// What the largest piece of all is, for losesReuse().
  SizedPiece All;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SPECIALIZE_CACHELEVEL_H
