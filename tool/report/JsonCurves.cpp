//===- JsonCurves.cpp - A launch among others like it, for programs -------===//

#include "tool/report/JsonWriter.h"

using namespace llvm;
using namespace kernelcast;

static StringRef word(BlockNeed Of) {
  switch (Of) {
  case BlockNeed::Threads:
    return "threads of a block";
  case BlockNeed::Registers:
    return "registers of a thread";
  case BlockNeed::SharedBytes:
    return "shared bytes of a block";
  }
  llvm_unreachable("every need has a name");
}

/// What part of the first prediction's time is which line's.
void JsonWriter::timeByLine(const TimeByLine &Time) {
  Json.attributeObject("time_by_line", [&] {
    Json.attributeArray("lines", [&] {
      for (const LineTime &Line : Time.Lines)
        Json.object([&] {
          text("file", Line.File);
          Json.attribute("line", Line.Line);
          number("share", Line.Share);
          Json.attributeObject("parts", [&] {
            for (const TimePart &Part : Line.Parts)
              number(name(Part.Of), Part.Share);
          });
        });
    });
    Json.attributeArray("elsewhere", [&] {
      for (const TimeElsewhere &Other : Time.Elsewhere)
        Json.object([&] {
          text("of", name(Other.Of));
          text("why", sentence(Other.Why));
          number("share", Other.Share);
        });
    });
  });
}

void JsonWriter::curves(const LaunchCurves &Curves) {
  Json.attributeObject("curves", [&] {
    Json.attributeArray("occupancy", [&] {
      for (const OccupancyCurve &Curve : Curves.Occupancy)
        Json.object([&] {
          text("of", word(Curve.Of));
          Json.attribute("now", Curve.Now);
          Json.attributeArray("values", [&] {
            for (const OccupancyPoint &Point : Curve.Points)
              Json.value(Point.Value);
          });
          Json.attributeArray("warps", [&] {
            for (const OccupancyPoint &Point : Curve.Points)
              Json.value(Point.Warps);
          });
        });
    });
    Json.attributeArray("times", [&] {
      for (const TimeCurve &Curve : Curves.Times)
        Json.object([&] {
          text("of", Curve.Argument.empty() ? word(BlockNeed::Threads)
                                            : StringRef(Curve.Argument));
          Json.attribute("argument", !Curve.Argument.empty());
          Json.attribute("with_grid", Curve.WithGrid);
          Json.attribute("now", Curve.Now);
          if (!Curve.WhyFewPoints.empty())
            text("why_few_points", Curve.WhyFewPoints);
          Json.attributeArray("points", [&] {
            for (const TimePoint &Point : Curve.Points)
              Json.object([&] {
                Json.attribute("value", Point.Value);
                text("options", Point.Options);
                numbers("grid", Point.Grid);
                numbers("block", Point.Block);
                if (!Point.Seconds) {
                  Json.attribute("time_s", nullptr);
                  text("why_not", Point.WhyNot);
                  return;
                }
                number("time_s", *Point.Seconds);
                interval("interval_s", Point.Low, Point.High);
                text("bound_by", Point.BoundBy ? name(*Point.BoundBy) : "");
                Json.attribute("warps_per_sm", Point.Warps);
              });
          });
        });
    });
    if (!Curves.WhyNoTimes.empty())
      text("why_no_times", Curves.WhyNoTimes);
    if (Curves.Lines)
      timeByLine(*Curves.Lines);
    Json.attributeArray("lanes", [&] {
      for (const LanePicture &Lanes : Curves.Lanes)
        Json.object([&] {
          Json.attribute("access", Lanes.Access);
          numbers("block", Lanes.Block);
          Json.attribute("warp", Lanes.Warp);
          Json.attribute("iteration", Lanes.Iteration);
          Json.attributeArray("addresses", [&] {
            for (size_t Lane = 0; Lane != Lanes.Addresses.size(); ++Lane)
              if (Lanes.Active >> Lane & 1)
                Json.value(Lanes.Addresses[Lane]);
              else
                Json.value(nullptr);
          });
        });
    });
  });
}
