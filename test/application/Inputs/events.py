"""The copies, fills and launches of a timeline, and its loops, a line each."""
import json
import sys


def times(count):
    return "once" if count == 1 else f"{count:g} times"


for file in json.load(open(sys.argv[1]))["files"]:
    for timeline in file["application"]["timelines"]:
        for event in timeline["events"]:
            if event["kind"] not in ("copy", "fill", "launch"):
                continue
            text = (f"{event['location']['line']} {event['kind']} "
                    f"{times(event['times'])}")
            size = event.get("bytes")
            if size:
                text += (f", {size['min']} to {size['max']}, together "
                         f"{size['total']:g}" if size["value"] is not None
                         else ", unknown") + f", {size['formula']}"
            if event["stream"] != "default":
                text += f" in {event['stream']}"
            print(text)
        for loop in timeline["loops"]:
            print(f"loop {loop['location']['line']} {times(loop['trips'])}, "
                  f"formula {loop['formula']}, {loop['known']}")
