//===- PressureOrder.cpp - Orders of a block's instructions ---------------===//

#include "analysis/lowering/PressureOrder.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <optional>
#include <queue>
#include <tuple>
#include <utility>

using namespace llvm;

namespace kernelcast {
namespace {

/// What runs while others wait is looked for so many places behind the one that
/// it is given, and one further with each cycle of waiting.
constexpr int64_t MostBehind = 16;

/// Users of a value that are looked at for the best one.
constexpr unsigned MostUsers = 64;

class ListScheduler {
public:
  explicit ListScheduler(ArrayRef<OrderedValue> Values)
      : Values(Values), States(Values.size()) {
    connect();
    findHeights();
  }

  std::vector<unsigned> run();

private:
  struct State {
    SmallVector<unsigned, 4> Users;     ///< of the value
    SmallVector<unsigned, 2> Followers; ///< instructions that wait for it
    unsigned Missing = 0;    ///< operands and others that come before
    unsigned UsersLeft = 0;  ///< that have not come yet
    uint64_t SumOfUsers = 0; ///< the numbers of those, summed: of one, its own
    unsigned Height = 0;     ///< cycles from here to the end
    bool Done = false;
    unsigned Version = 0; ///< entries of earlier ones in the queue are stale
  };

  /// What is taken first has the smallest Key.
  struct Entry {
    bool Waits = false; ///< nobody can use it yet
    int64_t Change = 0;
    int64_t Height = 0;
    unsigned Number = 0, Version = 0;
    bool operator>(const Entry &Other) const {
      return std::tie(Waits, Change, Height, Number) >
             std::tie(Other.Waits, Other.Change, Other.Height, Other.Number);
    }
  };

  void connect();
  void findHeights();
  bool isReady(unsigned Number) const {
    return !States[Number].Done && States[Number].Missing == 0;
  }
  bool endsWith(unsigned Value, unsigned User, unsigned Before) const;
  std::pair<bool, int64_t> change(unsigned Number) const;
  void offer(unsigned Number);
  void reconsider(unsigned User);
  void place(unsigned Number);

  ArrayRef<OrderedValue> Values;
  std::vector<State> States;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> Queue;
  std::vector<unsigned> Result;
};

void ListScheduler::connect() {
  for (auto [Number, Value] : enumerate(Values)) {
    State &Mine = States[Number];
    Mine.Done = Value.Given;
    if (Value.Given)
      continue;
    for (unsigned Operand : Value.Operands) {
      State &Other = States[Operand];
      Other.Users.push_back(Number);
      ++Other.UsersLeft;
      Other.SumOfUsers += Number;
      Mine.Missing += !Values[Operand].Given;
    }
    for (unsigned Before : Value.After) {
      States[Before].Followers.push_back(Number);
      Mine.Missing += !Values[Before].Given;
    }
  }
}

/// From the ends to the beginnings, each after all that wait for it.
void ListScheduler::findHeights() {
  std::vector<unsigned> Waiting(Values.size());
  SmallVector<unsigned, 32> Work;
  for (auto [Number, Mine] : enumerate(States)) {
    Waiting[Number] = Mine.Users.size() + Mine.Followers.size();
    if (!Waiting[Number])
      Work.push_back(Number);
  }
  auto Raise = [&](unsigned Number, unsigned Height) {
    States[Number].Height = std::max(States[Number].Height, Height);
    if (--Waiting[Number] == 0)
      Work.push_back(Number);
  };
  while (!Work.empty()) {
    unsigned Number = Work.pop_back_val();
    if (Values[Number].Given)
      continue;
    for (unsigned Operand : Values[Number].Operands)
      Raise(Operand, States[Number].Height + Values[Operand].Latency);
    for (unsigned Before : Values[Number].After)
      Raise(Before, States[Number].Height + 1);
  }
}

/// Whether \p Value is free once \p User has run, and \p Before in front.
bool ListScheduler::endsWith(unsigned Value, unsigned User,
                             unsigned Before) const {
  const State &Mine = States[Value];
  if (Values[Value].Stays)
    return false;
  if (Mine.UsersLeft == 1)
    return Mine.SumOfUsers == User || Mine.SumOfUsers == Before;
  return Mine.UsersLeft == 2 && User != Before &&
         Mine.SumOfUsers == uint64_t(User) + Before &&
         is_contained(Mine.Users, User) && is_contained(Mine.Users, Before);
}

/// By how much the registers in use change if \p Number runs now, and with it
/// the best of its users that waits for nothing else; and whether there is no
/// such user yet, so that the result only takes room.
std::pair<bool, int64_t> ListScheduler::change(unsigned Number) const {
  int64_t Alone = Values[Number].Width;
  for (unsigned Operand : Values[Number].Operands)
    if (endsWith(Operand, Number, Number))
      Alone -= Values[Operand].Width;
  if (Alone <= 0)
    return {false, Alone};
  std::optional<int64_t> Best;
  for (unsigned User : ArrayRef(States[Number].Users).take_front(MostUsers)) {
    if (States[User].Missing != 1)
      continue;
    int64_t Both = int64_t(Values[Number].Width) + Values[User].Width;
    SmallVector<unsigned, 8> Used(Values[Number].Operands.begin(),
                                  Values[Number].Operands.end());
    for (unsigned Operand : Values[User].Operands)
      if (!is_contained(Used, Operand))
        Used.push_back(Operand);
    for (unsigned Operand : Used)
      if (endsWith(Operand, User, Number))
        Both -= Values[Operand].Width;
    Best = std::min(Best.value_or(Both), Both);
  }
  const bool IsUseful = Best || States[Number].Users.empty();
  return {!IsUseful, Best.value_or(Alone)};
}

/// Puts \p Number, which can run, in its place in the queue.
void ListScheduler::offer(unsigned Number) {
  Entry Mine;
  Mine.Number = Number;
  Mine.Version = ++States[Number].Version;
  std::tie(Mine.Waits, Mine.Change) = change(Number);
  Mine.Height = -int64_t(States[Number].Height);
  Queue.push(Mine);
}

/// Something about \p User has changed: it, or the operand that it still waits
/// for, may have become better.
void ListScheduler::reconsider(unsigned User) {
  if (States[User].Done)
    return;
  if (States[User].Missing == 0)
    return offer(User);
  if (States[User].Missing != 1)
    return;
  for (unsigned Operand : Values[User].Operands)
    if (isReady(Operand))
      return offer(Operand);
}

void ListScheduler::place(unsigned Number) {
  States[Number].Done = true;
  Result.push_back(Number);
  for (unsigned Operand : Values[Number].Operands) {
    State &Other = States[Operand];
    --Other.UsersLeft;
    Other.SumOfUsers -= Number;
    if (Other.UsersLeft == 1)
      reconsider(static_cast<unsigned>(Other.SumOfUsers));
  }
  for (unsigned User : States[Number].Users) {
    --States[User].Missing;
    reconsider(User);
  }
  for (unsigned User : States[Number].Followers)
    if (--States[User].Missing == 0)
      offer(User);
}

std::vector<unsigned> ListScheduler::run() {
  for (unsigned Number = 0; Number != Values.size(); ++Number)
    if (isReady(Number))
      offer(Number);
  while (!Queue.empty()) {
    Entry Best = Queue.top();
    Queue.pop();
    if (isReady(Best.Number) && States[Best.Number].Version == Best.Version)
      place(Best.Number);
  }
  return std::move(Result);
}

/// The same from the end to the beginning, where what an order opens too early
/// can be seen: an instruction makes its operands needed and its own result no
/// longer. A load for which nobody waits any more comes right before its last
/// user, so that what counts is what the load needs.
class EndScheduler {
public:
  EndScheduler(ArrayRef<OrderedValue> Values, ArrayRef<unsigned> Order);

  std::vector<unsigned> run();

private:
  struct State {
    SmallVector<unsigned, 4> Users; ///< of the value
    unsigned UsersLeft = 0;         ///< that have not come yet
    unsigned Waiting = 0; ///< users and others behind it that have not come
    unsigned Place = 0;   ///< in the order that breaks ties
    bool IsLive = false, Done = false;
    unsigned Version = 0; ///< entries of earlier ones in the queue are stale
  };

  /// What is taken first has the smallest Change, and of these the last place.
  struct Entry {
    int64_t Change = 0;
    unsigned Place = 0, Number = 0, Version = 0;
    bool operator>(const Entry &Other) const {
      return std::tie(Change, Other.Place) > std::tie(Other.Change, Place);
    }
  };

  bool isReady(unsigned Number) const {
    return !States[Number].Done && States[Number].Waiting == 0;
  }
  int64_t opened(unsigned Number) const;
  int64_t change(unsigned Number) const;
  void offer(unsigned Number);
  void place(unsigned Number);

  ArrayRef<OrderedValue> Values;
  std::vector<State> States;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> Queue;
  std::vector<unsigned> Result;
};

EndScheduler::EndScheduler(ArrayRef<OrderedValue> Values,
                           ArrayRef<unsigned> Order)
    : Values(Values), States(Values.size()) {
  for (auto [Number, Value] : enumerate(Values)) {
    States[Number].IsLive = Value.Stays;
    States[Number].Done = Value.Given;
    for (unsigned Operand : Value.Operands) {
      States[Operand].Users.push_back(Number);
      ++States[Operand].UsersLeft;
      ++States[Operand].Waiting;
    }
    for (unsigned Before : Value.After)
      ++States[Before].Waiting;
  }
  for (auto [Place, Number] : enumerate(Order))
    States[Number].Place = static_cast<unsigned>(Place);
  for (unsigned Number : Order)
    if (isReady(Number))
      offer(Number);
}

/// Registers of operands of \p Number that nobody has needed so far.
int64_t EndScheduler::opened(unsigned Number) const {
  int64_t Sum = 0;
  for (unsigned Operand : Values[Number].Operands)
    if (!States[Operand].IsLive)
      Sum += Values[Operand].Width;
  return Sum;
}

/// By how much the registers in use in front of \p Number differ from those
/// behind it, the loads included that nobody else waits for.
int64_t EndScheduler::change(unsigned Number) const {
  int64_t Sum = States[Number].IsLive ? -int64_t(Values[Number].Width) : 0;
  for (unsigned Operand : Values[Number].Operands) {
    const State &Mine = States[Operand];
    if (Mine.IsLive)
      continue;
    const bool IsLoadOfMine =
        Values[Operand].ReadsLate && !Mine.Done && Mine.Waiting == 1;
    Sum += IsLoadOfMine ? opened(Operand) : int64_t(Values[Operand].Width);
  }
  return Sum;
}

void EndScheduler::offer(unsigned Number) {
  State &Mine = States[Number];
  Queue.push({change(Number), Mine.Place, Number, ++Mine.Version});
}

void EndScheduler::place(unsigned Number) {
  States[Number].Done = true;
  States[Number].IsLive = false;
  Result.push_back(Number);
  for (unsigned Operand : Values[Number].Operands) {
    State &Other = States[Operand];
    const bool IsFirst = !std::exchange(Other.IsLive, true);
    --Other.UsersLeft;
    --Other.Waiting;
    if (isReady(Operand))
      offer(Operand);
    if (IsFirst || Other.UsersLeft == 1)
      for (unsigned User : Other.Users)
        if (isReady(User))
          offer(User);
  }
  for (unsigned Before : Values[Number].After) {
    --States[Before].Waiting;
    if (isReady(Before))
      offer(Before);
  }
}

std::vector<unsigned> EndScheduler::run() {
  while (!Queue.empty()) {
    const Entry Best = Queue.top();
    Queue.pop();
    if (isReady(Best.Number) && States[Best.Number].Version == Best.Version)
      place(Best.Number);
  }
  std::reverse(Result.begin(), Result.end());
  return std::move(Result);
}

} // namespace

/// Cycles from each instruction to the end of a block that runs one a cycle, if
/// loads (not atomics and the like) took no longer than that: from the end to
/// the beginning, each as late as its users let it, and of several the one that
/// \p Order has last. (With the loads' own latency none would come for as long,
/// then nothing else.)
static std::vector<uint64_t> cyclesToEnd(ArrayRef<OrderedValue> Values,
                                         ArrayRef<unsigned> Order) {
  std::vector<uint64_t> Cycles(Values.size());
  std::vector<unsigned> Waiting(Values.size()), Place(Values.size());
  for (auto [At, Number] : enumerate(Order))
    Place[Number] = static_cast<unsigned>(At);
  for (const OrderedValue &Value : Values) {
    for (unsigned Operand : Value.Operands)
      ++Waiting[Operand];
    for (unsigned Before : Value.After)
      ++Waiting[Before];
  }
  using Entry = std::pair<uint64_t, unsigned>; // cycles, place
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> Later;
  std::priority_queue<unsigned> Now; // places
  auto Offer = [&](unsigned Number) {
    if (!Values[Number].Given && Waiting[Number] == 0)
      Later.push({Cycles[Number], Place[Number]});
  };
  for (auto [At, Number] : enumerate(Order)) {
    const int64_t Behind = int64_t(Order.size()) - 1 - int64_t(At);
    // What nobody waits for, as a store, frees registers where it is.
    const int64_t Window = Waiting[Number] ? MostBehind : 0;
    Cycles[Number] = uint64_t(std::max(int64_t(0), Behind - Window));
    Offer(Number);
  }
  for (uint64_t Cycle = 0; !Now.empty() || !Later.empty(); ++Cycle) {
    if (Now.empty())
      Cycle = std::max(Cycle, Later.top().first);
    for (; !Later.empty() && Later.top().first <= Cycle; Later.pop())
      Now.push(Later.top().second);
    const unsigned Number = Order[Now.top()];
    Now.pop();
    Cycles[Number] = Cycle;
    auto Release = [&](unsigned Other, unsigned Latency) {
      Cycles[Other] = std::max(Cycles[Other], Cycle + Latency);
      --Waiting[Other];
      Offer(Other);
    };
    for (unsigned Operand : Values[Number].Operands)
      Release(Operand, Values[Operand].ReadsLate ? 1 : Values[Operand].Latency);
    for (unsigned Before : Values[Number].After)
      Release(Before, 1);
  }
  return Cycles;
}

std::vector<unsigned> orderByPressure(ArrayRef<OrderedValue> Values) {
  return ListScheduler(Values).run();
}

std::vector<unsigned> orderFromEnd(ArrayRef<OrderedValue> Values,
                                   ArrayRef<unsigned> Order) {
  return EndScheduler(Values, Order).run();
}

std::vector<unsigned> orderByLatency(ArrayRef<OrderedValue> Values,
                                     ArrayRef<unsigned> Order) {
  std::vector<uint64_t> Cycles = cyclesToEnd(Values, Order);
  std::vector<unsigned> Result(Order.begin(), Order.end());
  auto Sort = [&] {
    llvm::stable_sort(
        Result, [&](unsigned A, unsigned B) { return Cycles[A] > Cycles[B]; });
  };
  Sort();
  for (unsigned Number : reverse(Result)) {
    for (unsigned Operand : Values[Number].Operands)
      Cycles[Operand] =
          std::max(Cycles[Operand],
                   Cycles[Number] + std::max(1u, Values[Operand].Latency));
    for (unsigned Before : Values[Number].After)
      Cycles[Before] = std::max(Cycles[Before], Cycles[Number] + 1);
  }
  Sort();
  return Result;
}

BlockPressure pressureOf(ArrayRef<OrderedValue> Values,
                         ArrayRef<unsigned> Order) {
  std::vector<bool> Live(Values.size());
  unsigned Now = 0;
  for (auto [Number, Value] : enumerate(Values))
    if (Value.Stays) {
      Live[Number] = true;
      Now += Value.Width;
    }
  BlockPressure Result{Now, std::vector<unsigned>(Values.size())};
  for (unsigned Number : reverse(Order)) {
    const OrderedValue &Value = Values[Number];
    if (Live[Number])
      Now -= Value.Width;
    unsigned Here = Now + Value.Width + Value.Temporaries;
    for (unsigned Operand : Value.Operands)
      if (!Live[Operand]) {
        Live[Operand] = true;
        Now += Values[Operand].Width;
      }
    Here = std::max(Here, Now + Value.Temporaries +
                              (Value.ReadsLate ? Value.Width : 0));
    Result.At[Number] = Here;
    Result.Most = std::max(Result.Most, Here);
  }
  return Result;
}

} // namespace kernelcast
