//===- ApplicationTimelineTest.cpp - Streams, engines and waits -----------===//
//
// Times are small whole numbers of seconds, so that every schedule can be
// drawn by hand; all of them are exact in binary.

#include "cost_models/application/ApplicationTimeline.h"
#include "gtest/gtest.h"

using namespace kernelcast;
using Engine = ApplicationTimeline::Engine;

namespace {

constexpr bool Waits = true, GoesOn = false;

void expectSpan(TimeSpan When, double Start, double End) {
  EXPECT_EQ(When.Start, Start);
  EXPECT_EQ(When.End, End);
}

// Blocking copies and one stream: the sum, 3 + 4 + 5.
TEST(ApplicationTimeline, OneStreamIsASum) {
  ApplicationTimeline T;
  expectSpan(T.run(Engine::ToDevice, 0, 3, Waits), 0, 3);
  expectSpan(T.run(Engine::Device, 0, 4, GoesOn), 3, 7);
  expectSpan(T.run(Engine::FromDevice, 0, 5, Waits), 7, 12);
  EXPECT_EQ(T.end(), 12);
  TimeComposition C = T.composition();
  EXPECT_EQ(C.CopiesOnly, 8);
  EXPECT_EQ(C.DeviceOnly, 4);
  EXPECT_EQ(C.Overlapped, 0);
  EXPECT_EQ(C.Idle, 0);
}

// A launch takes the host 1 second each. The first kernel (4 s) starts when it
// has been asked for, the second is asked for meanwhile:
//   host   1 2
//   device  1111 2222
TEST(ApplicationTimeline, LaunchOverheadHidesBehindALongKernel) {
  ApplicationTimeline T;
  T.spend(1);
  expectSpan(T.run(Engine::Device, 0, 4, GoesOn), 1, 5);
  T.spend(1);
  expectSpan(T.run(Engine::Device, 0, 4, GoesOn), 5, 9);
  T.waitForDevice();
  EXPECT_EQ(T.end(), 9);
  EXPECT_EQ(T.composition().Idle, 1);
}

// Two streams, copy in (2), kernel (2), copy out (2) each. The copy of the
// second stream runs during the kernel of the first, and so on:
//   in    AA BB
//   device   AA BB
//   out         AA BB        end 8, where one stream would take 12
TEST(ApplicationTimeline, TwoStreamsOverlap) {
  ApplicationTimeline T;
  unsigned A = T.addStream(true), B = T.addStream(true);
  expectSpan(T.run(Engine::ToDevice, A, 2, GoesOn), 0, 2);
  expectSpan(T.run(Engine::Device, A, 2, GoesOn), 2, 4);
  expectSpan(T.run(Engine::FromDevice, A, 2, GoesOn), 4, 6);
  expectSpan(T.run(Engine::ToDevice, B, 2, GoesOn), 2, 4);
  expectSpan(T.run(Engine::Device, B, 2, GoesOn), 4, 6);
  expectSpan(T.run(Engine::FromDevice, B, 2, GoesOn), 6, 8);
  EXPECT_EQ(T.end(), 8);
  TimeComposition C = T.composition();
  EXPECT_EQ(C.CopiesOnly, 4); // 0..2 and 6..8
  EXPECT_EQ(C.Overlapped, 4);
  EXPECT_EQ(C.DeviceOnly, 0);
  EXPECT_EQ(C.total(), 8);
}

// Copies of one direction share an engine, whatever their stream.
TEST(ApplicationTimeline, CopiesOfOneDirectionQueue) {
  ApplicationTimeline T;
  unsigned A = T.addStream(true), B = T.addStream(true);
  expectSpan(T.run(Engine::ToDevice, A, 3, GoesOn), 0, 3);
  expectSpan(T.run(Engine::ToDevice, B, 3, GoesOn), 3, 6);
  expectSpan(T.run(Engine::FromDevice, B, 1, GoesOn), 6, 7);
}

// The default stream waits for blocking streams and they for it; a stream that
// is non-blocking does neither.
TEST(ApplicationTimeline, DefaultStreamWaits) {
  ApplicationTimeline T;
  unsigned Blocking = T.addStream(true), Free = T.addStream(false);
  expectSpan(T.run(Engine::ToDevice, Blocking, 4, GoesOn), 0, 4);
  expectSpan(T.run(Engine::Device, 0, 2, GoesOn), 4, 6);
  expectSpan(T.run(Engine::FromDevice, Free, 1, GoesOn), 0, 1);
  expectSpan(T.run(Engine::ToDevice, Blocking, 1, GoesOn), 6, 7);
  EXPECT_EQ(T.end(), 7);
}

// Kernels that fill half the device run side by side; a third one waits for
// the first to end.
TEST(ApplicationTimeline, SmallKernelsShareTheDevice) {
  ApplicationTimeline T;
  unsigned A = T.addStream(true), B = T.addStream(true), C = T.addStream(true);
  expectSpan(T.run(Engine::Device, A, 3, GoesOn, 0.5), 0, 3);
  expectSpan(T.run(Engine::Device, B, 5, GoesOn, 0.5), 0, 5);
  expectSpan(T.run(Engine::Device, C, 2, GoesOn, 0.5), 3, 5);
  expectSpan(T.run(Engine::Device, A, 1, GoesOn, 1), 5, 6);
}

// An event carries the end of one stream's work to another stream and to the
// host.
TEST(ApplicationTimeline, EventsOrderStreams) {
  ApplicationTimeline T;
  unsigned A = T.addStream(false), B = T.addStream(false);
  T.run(Engine::ToDevice, A, 3, GoesOn);
  double Event = T.recordEvent(A);
  EXPECT_EQ(Event, 3);
  T.run(Engine::ToDevice, A, 3, GoesOn);
  T.makeWait(B, Event);
  expectSpan(T.run(Engine::Device, B, 2, GoesOn), 3, 5);
  T.waitUntil(Event);
  expectSpan(T.run(Engine::FromDevice, T.addStream(false), 1, GoesOn), 3, 4);
  T.waitForStream(A);
  expectSpan(T.run(Engine::FromDevice, T.addStream(false), 1, GoesOn), 6, 7);
}

// An iteration of 1 s launch overhead and 2 s kernel, which the host waits
// for, stands for nine more like it.
TEST(ApplicationTimeline, RepeatedIterations) {
  ApplicationTimeline T;
  T.run(Engine::ToDevice, 0, 5, Waits);
  ApplicationTimeline::Mark Since = T.mark();
  T.spend(1);
  T.run(Engine::Device, 0, 2, GoesOn);
  T.waitForDevice();
  T.repeat(Since, 9);
  EXPECT_EQ(T.end(), 35);
  expectSpan(T.run(Engine::FromDevice, 0, 1, Waits), 35, 36);
  TimeComposition C = T.composition();
  EXPECT_EQ(C.CopiesOnly, 6);
  EXPECT_EQ(C.DeviceOnly, 20);
  EXPECT_EQ(C.Idle, 10);
  EXPECT_EQ(C.total(), 36);
}

// A repeated loop inside a repeated loop: (1 + 3) s, then twice as much again.
TEST(ApplicationTimeline, NestedRepeats) {
  ApplicationTimeline T;
  ApplicationTimeline::Mark Outer = T.mark();
  ApplicationTimeline::Mark Inner = T.mark();
  T.run(Engine::Device, 0, 1, Waits);
  T.repeat(Inner, 3);
  EXPECT_EQ(T.end(), 4);
  T.repeat(Outer, 2);
  EXPECT_EQ(T.end(), 12);
  EXPECT_EQ(T.composition().DeviceOnly, 12);
}

} // namespace
