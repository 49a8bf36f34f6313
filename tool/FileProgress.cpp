//===- FileProgress.cpp - What a run is busy with -------------------------===//

#include "tool/FileProgress.h"
#include "tool/report/SourceLines.h"
#include <fmt/format.h>

using namespace kernelcast;

/// Back to the first column, and nothing behind it.
static constexpr const char *Wipe = "\r\033[K";

FileProgress::FileProgress(llvm::raw_ostream *OS, size_t Total,
                           std::chrono::milliseconds Patience)
    : OS(OS), Total(Total), Patience(Patience),
      Start(std::chrono::steady_clock::now()) {
  if (OS)
    Showing = std::thread([this] { keepShowing(); });
}

FileProgress::~FileProgress() {
  if (!OS)
    return;
  {
    std::lock_guard Hold(Lock);
    Done = true;
  }
  Changed.notify_all();
  Showing.join();
  if (Shown)
    *OS << Wipe;
}

void FileProgress::begin(const std::string &File) {
  if (!OS)
    return;
  std::lock_guard Hold(Lock);
  ++Begun;
  Current = printable(File);
  if (Shown)
    show();
}

void FileProgress::show() {
  auto Seconds = std::chrono::duration_cast<std::chrono::seconds>(
      std::chrono::steady_clock::now() - Start);
  *OS << Wipe
      << fmt::format("[{}/{}] {}  {} s", Begun, Total, Current,
                     Seconds.count());
  OS->flush();
  Shown = true;
}

void FileProgress::keepShowing() {
  std::unique_lock Hold(Lock);
  if (Changed.wait_for(Hold, Patience, [&] { return Done; }))
    return;
  do
    show();
  while (
      !Changed.wait_for(Hold, std::chrono::seconds(1), [&] { return Done; }));
}
