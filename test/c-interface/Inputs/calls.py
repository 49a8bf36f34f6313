"""Calls the C interface in wrong ways, and from several threads."""
import ctypes
import gc
import json
import os
import signal
import sys
import threading

import kernelcast

FILE, SCRATCH = sys.argv[1:]
signals = []
signal.signal(signal.SIGFPE, lambda number, frame: signals.append(number))
library = kernelcast._library
print(f"version {kernelcast.version()}, "
      f"interface {library.kernelcast_interface()}")


def refused(what, function, *arguments):
    try:
        function(*arguments)
    except kernelcast.Error as error:
        print(f"{what}: {error}")
    else:
        print(f"{what}: not refused: {arguments}")


refused("open", kernelcast.Space, FILE, "--no-such")
refused("open", kernelcast.Space, FILE, "--top", "3")
refused("open", kernelcast.Space, FILE, FILE)
refused("open", kernelcast.Space, FILE, "--help")
refused("open", kernelcast.Space, FILE, "--gpu", "no-such")
refused("open", kernelcast.Space, "")
refused("open", kernelcast.Space, "--gpu")
refused("open", kernelcast.Space, FILE, "--cache", SCRATCH,
        "--cache-statistics")
try:
    kernelcast.Space(b"absent \xff.json")
except kernelcast.Error as error:
    assert "absent \ufffd.json" in str(error), error
else:
    assert False, "nothing was refused"

# A cache that cannot be is a note.
notes = kernelcast.Space(FILE, "--cache", FILE).notes
assert any("predictions are not kept: cannot use" in note for note in notes), \
    notes
assert not any("not kept" in note for note in kernelcast.Space(FILE).notes)

space = kernelcast.Space(FILE, "--gpu", "a100-pcie-40gb", "--counts", "ast")


def ask_json(text):
    return kernelcast._called(library.kernelcast_ask_json, space._handle,
                              text.encode())


refused("ask", ask_json, "{")
refused("ask", ask_json, '[{"block_size_x": 32}]')
refused("ask", ask_json, '{"block_size_x": 32, "block_size_y": 8, '
                         '"PADDING": 1, "PADDING": 0}')
refused("ask", ask_json, "[" * 100000)


def ask_table(names, values, count):
    def texts(words):
        return (ctypes.c_char_p * len(words))(
            *(word and word.encode() for word in words))
    return kernelcast._called(library.kernelcast_ask, space._handle,
                              texts(names), len(names), texts(values), count)


NAMES = ["PADDING", "block_size_y", "block_size_x"]
refused("table", ask_table, NAMES[1:], ["8", "32"], 1)
refused("table", ask_table, ["PADING", *NAMES], ["1", "1", "8", "32"], 1)
refused("table", ask_table, ["PADDING", *NAMES], ["1", "1", "8", "32"], 1)
refused("table", ask_table, NAMES, ["1.5", "8", "32"], 1)
refused("table", ask_table, NAMES, [str(2 ** 63), "8", "32"], 1)
refused("table", ask_table, NAMES, ["1", "8", "32"], 500001)
refused("table", ask_table, NAMES, ["1", None, "32"], 1)

for handle, text, answer in ((None, b"[]", True), (space._handle, b"[]", False),
                             (space._handle, None, True)):
    got, message = ctypes.c_void_p(), ctypes.c_void_p()
    status = library.kernelcast_ask_json(
        handle, text, ctypes.byref(got) if answer else None,
        ctypes.byref(message))
    print("null:", status, ctypes.string_at(message).decode())
    library.kernelcast_free(message)
    # A message is not a must.
    assert library.kernelcast_ask_json(handle, text, None, None) == status

ONE = {"block_size_x": 32, "block_size_y": 8, "PADDING": 1}
table = ask_table(NAMES, ["1", "8", "32"], 1)
print("beyond the end:",
      library.kernelcast_forecast_at(table, 1) or None,
      library.kernelcast_parameter_name(space._handle, 3))
expected = library.kernelcast_answer_json(table)
answer = ask_json(json.dumps([ONE]))
if library.kernelcast_answer_json(answer) == expected:
    print("table and JSON agree")
library.kernelcast_release(answer)

same = []


def work():
    for _ in range(3):
        mine = ask_json(json.dumps([ONE]))
        same.append(library.kernelcast_answer_json(mine) == expected)
        library.kernelcast_release(mine)


threads = [threading.Thread(target=work) for _ in range(8)]
for each in threads:
    each.start()
for each in threads:
    each.join()
if same == [True] * 24:
    print("8 threads agree")

refused("no kernel", kernelcast.Space, FILE, "--kernel", "absent")

# An expression that is nested deeper than any stack.
with open(SCRATCH + ".cu", "w") as source:
    source.write("__global__ void deep(float *x) { x[0] = "
                 + "(" * 3000000 + "1" + ")" * 3000000 + "; }\n")
with open(SCRATCH + ".csv", "w") as listing:
    listing.write("B\n32\n")
deep = kernelcast.Space(SCRATCH + ".csv", "--source", SCRATCH + ".cu",
                        "--kernel", "deep", "--grid", "1", "--local-size", "B",
                        "--extra-arg=-fbracket-depth=4000000")
(known,) = deep.ask([{"B": 32}])
print("deep:", known.time_s, known.reason)

# A signal of this process goes to its own handler, and ends no recovery.
os.kill(os.getpid(), signal.SIGFPE)
assert signals == [signal.SIGFPE], signals
(known,) = deep.ask([{"B": 64}])
print("deep, after a signal:", known.time_s, known.reason)
assert space.ask([ONE])[0].time_s > 0

del space, deep
gc.collect()
if library.kernelcast_answer_json(table) == expected:
    print("an answer outlives its space")
library.kernelcast_release(table)
