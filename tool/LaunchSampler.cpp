//===- LaunchSampler.cpp - Launches to try a cost function on -------------===//

#include "tool/LaunchSampler.h"
#include <cmath>

using namespace kernelcast;

// By hand: the standard's distributions differ between libraries.
int64_t LaunchSampler::uniform(int64_t Low, int64_t High) {
  return High <= Low ? Low : Low + int64_t(Random() % uint64_t(High - Low + 1));
}

int64_t LaunchSampler::logarithmic(int64_t High) {
  double Share = double(Random() >> 11) * 0x1p-53;
  return std::max<int64_t>(1, int64_t(std::exp(Share * std::log(High + 1.0))));
}

int64_t LaunchSampler::argument(const LaunchPoint &Point) {
  int64_t Near[] = {Point.at("gridDim.x") * Point.at("blockDim.x"),
                    Point.at("gridDim.y") * Point.at("blockDim.y"),
                    Point.at("gridDim.x"), Point.at("blockDim.x"), WarpSize};
  int64_t N = Near[uniform(0, 3)];
  switch (uniform(0, 9)) {
  case 0:
    return uniform(0, 4);
  case 1:
    return logarithmic(1000);
  case 2:
    return logarithmic(1 << 24);
  case 3:
    return WarpSize * logarithmic(4096);
  case 4:
    return N;
  case 5:
    return std::max<int64_t>(0, N - uniform(0, Point.at("blockDim.x")));
  case 6:
    return uniform(0, N);
  case 7:
    return N + uniform(1, N);
  case 8:
    return int64_t(1) << uniform(0, 20);
  default:
    return Near[0];
  }
}

LaunchPoint LaunchSampler::next() {
  LaunchPoint Point;
  int64_t Most = MaxThreads / WarpSize;
  int64_t Warps = uniform(0, 1)
                      ? logarithmic(Most)
                      : int64_t(1) << uniform(0, int64_t(std::log2(Most)));
  int64_t Y = uniform(0, 2) ? 1 : int64_t(1) << uniform(0, 3);
  int64_t Z = uniform(0, 5) ? 1 : uniform(1, 2);
  while (Warps * Y * Z > Most)
    Y > 1 ? Y /= 2 : Z > 1 ? Z = 1 : Warps /= 2;
  Point["blockDim.x"] = Warps * WarpSize;
  Point["blockDim.y"] = Y;
  Point["blockDim.z"] = Z;
  bool Few = Small && uniform(0, 3);
  Point["gridDim.x"] = logarithmic(Few             ? 1 << 6
                                   : uniform(0, 1) ? 1 << 10
                                                   : 1 << 20);
  Point["gridDim.y"] = uniform(0, 2) ? 1 : logarithmic(Few ? 4 : 256);
  Point["gridDim.z"] = uniform(0, 5) ? 1 : logarithmic(Few ? 2 : 16);
  for (const std::string &Name : Arguments)
    Point[Name] = argument(Point);
  // Arguments are often equal.
  if (Arguments.size() > 1 && uniform(0, 2) == 0)
    Point[Arguments[uniform(0, Arguments.size() - 1)]] =
        Point[Arguments[uniform(0, Arguments.size() - 1)]];
  return Point;
}
