//===- CacheLevel.h - What one cache keeps of a launch ----------*- C++ -*-===//
//
// How CacheEstimate.h describes it: what of each access's sectors misses, where
// the pieces of the execution are kept that KeptPieces.h finds, and who waits
// for it.
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

#include "analysis/specialize/AddressRows.h"
#include "analysis/specialize/KeptPieces.h"

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

  /// Whether it serves any access.
  bool isUsed() const { return !Users.empty(); }

  /// Whether it serves addresses that are not known.
  bool servesUnknown() const;

  /// By access, the share of its executions that wait, of an L1. \p Misses is
  /// what misses() has returned last.
  std::vector<double> waits(llvm::ArrayRef<double> Misses) const;

  /// Whether it has all that the launch touches still when one that touches the
  /// same follows. After misses().
  /// \p LocalBytes: of the resident threads' local memory, beside that.
  bool outlastsLaunch(double LocalBytes) const;

  /// In words, the piece that is kept for most of the sectors asked for.
  std::string kept() const;

private:
  /// How far addresses that are not known lead in one piece of the launch.
  struct Reach {
    double Bytes;
    double Pieces; ///< of the launch, of which all resident blocks share one
    /// In Places, those that other accesses reach as well; None: nobody else's.
    size_t Common = None;
    /// Windows that the resident blocks fill, each from another place on; 0:
    /// they go anywhere in it.
    double Windows = 0;
  };

  /// Bytes of an array in which several accesses may have their places, as the
  /// copies of a gathering load in an unrolled loop do. What one of them has
  /// touched first is there for the others.
  struct CommonPlaces {
    ArrayId Array;
    ReachedBytes Reach;
    double Requests = 0; ///< of all of them, of all caches
  };

  /// What an access asks of the cache.
  struct User {
    double Requests = 0;
    double New = 1; ///< of sectors at unknown addresses (NewSectors.h)
    std::vector<Reach> Reaches; ///< of those addresses
    double Left = 1; ///< of what is new to its piece, the share that misses
  };
  /// Accesses with what they ask for.
  auto users() { return llvm::zip_equal(Pieces.accesses(), Users); }
  auto users() const { return llvm::zip_equal(Pieces.accesses(), Users); }

  /// Finds the pieces that are kept, and how far unknown addresses reach.
  void settle();

  /// The share of the sectors of access \p Id that no pattern knows.
  double unknownShare(AccessId Id) const;
  void findNewSectors();
  std::vector<Reach> reachesOf(AccessId Id);
  /// The number of these places, which is new if nobody has reached them yet.
  size_t common(ArrayId Array, ReachedBytes Reach);
  /// Misses of \p Requests of \p U to addresses that are not known, but lead
  /// \p To these. What its neighbours have touched does not miss. Where they
  /// are as likely anywhere as far as they can reach (IndexExtent.h), the cache
  /// has what part of that it can hold, after the first touch; without a bound
  /// on their reach all of them miss. In an iteration of a loop the reach may
  /// be less, a row: then the blocks that run together touch that row, and the
  /// next iteration begins anew.
  double unknownMisses(const User &U, double Requests, UnknownPlaces To) const;
  /// Of \p Requests of one cache, to one piece of \p Where, of which it has
  /// nothing at first. They are so many of \p All requests that come there.
  double unknownMissesIn(const User &U, double Requests, double All,
                         const Reach &Where, UnknownPlaces To) const;

  /// Misses of the \p Followed sectors that \p A asks for at known addresses,
  /// (3) of CacheEstimate.h. Sets User::Left of \p U.
  double followedMisses(const CachedAccess &A, User &U, double Followed) const;

  /// \p Leads: of \p A's row (KeptPieces::leads()).
  double waitingShare(const CachedAccess &A, const User &U, double Leads,
                      double Misses) const;
  /// Of the executions of \p P, the share that come to a sector which no warp
  /// has touched in an earlier step of the piece.
  double freshShare(const FootprintPattern &P, CachePiece Of) const;

  static std::string words(const std::optional<SizedPiece> &Sized);

  const WarpProfile &Profile;
  const KernelModel &Kernel;
  const double Capacity;
  KeptPieces Pieces;
  std::vector<User> Users; ///< in the order of the accesses
  std::vector<CommonPlaces> Places;
  bool IsSettled = false;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SPECIALIZE_CACHELEVEL_H
