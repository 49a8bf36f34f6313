"""Launches that stand in a kernel's source as comment lines:

  // LAUNCH: grid=4,1 block=32,8 n=100 x=float[1000]:random y=float[1000]

grid counts work-groups. Every parameter of the kernel gets a value:

  n=100                       a scalar
  v=1,2,3,4                   a vector
  x=float[1000]               an array of zeros
  x=float[1000]:random        random values of [0, 1), of integers 0 to 99
  x=int[1000]:random(5,9)     random values from 5 to 8
  x=int[1000]:range(10,20)    10, 11, ..., 19, 10, 11, ...
  x=int[1000]:fill(7)
  t=local[256]                bytes of local memory
  n=-2..5                     a scalar: one launch with each of these values

More words: warp=64 (instead of 32), build=-DSIZE=8 (a compiler option).
"""
import random
import re

SCALARS = {"char": "char", "uchar": "uchar", "short": "short",
           "ushort": "ushort", "int": "int", "uint": "uint", "unsigned": "uint",
           "long": "long", "ulong": "ulong", "size_t": "ulong",
           "float": "float", "double": "double"}
BYTES = {"char": 1, "uchar": 1, "short": 2, "ushort": 2, "int": 4, "uint": 4,
         "long": 8, "ulong": 8, "float": 4, "double": 8}


def kernel_name(source):
    return re.search(r"kernel\s+(?:__attribute__\S+\s+)?void\s+"
                     r"(?:__attribute__\(\(.*?\)\)\)?\s*)?(\w+)\s*\(",
                     source)[1]


def parameters(source, kernel):
    """(type, name) of each parameter, without qualifiers."""
    listed = re.search(r"\b" + kernel + r"\s*\(([^)]*)\)", source)[1]
    found = []
    for parameter in filter(None, (p.strip() for p in listed.split(","))):
        words = re.findall(r"\w+", parameter)
        kinds = [w for w in words[:-1] if w.rstrip("23468") in SCALARS
                 or w.rstrip("16") in SCALARS]
        found.append((kinds[-1] if kinds else "int", words[-1]))
    return found


def contents(element, count, how, seed):
    """Numbers as text."""
    if not how:
        return "0 " * count
    name, values = re.fullmatch(r"(\w+)(?:\((.*)\))?", how).groups()
    values = [int(v, 0) for v in values.split(",")] if values else []
    if name == "fill":
        return f"{values[0]} " * count
    if name == "range":
        low, high = values
        return " ".join(str(low + i % (high - low)) for i in range(count))
    assert name == "random", how
    source = random.Random(seed)
    if values:
        return " ".join(str(source.randrange(*values)) for _ in range(count))
    if element in ("float", "double"):
        return " ".join(f"{source.random():.6f}" for _ in range(count))
    return " ".join(str(source.randrange(100)) for _ in range(count))


class Launch:
    def __init__(self, line, source):
        self.line = line
        self.kernel = None
        self.values = {}
        self.grid, self.block, self.warp, self.build = [1], [1], 32, []
        for word in line.split():
            key, value = word.split("=", 1)
            if key in ("grid", "block"):
                setattr(self, key, [int(v) for v in value.split(",")])
            elif key == "warp":
                self.warp = int(value)
            elif key == "build":
                self.build.append(value)
            elif key == "kernel":
                self.kernel = value
            else:
                self.values[key] = value
        self.kernel = self.kernel or kernel_name(source)
        self.parameters = parameters(source, self.kernel)
        for name in self.values:
            assert name in [p for _, p in self.parameters], f"no {name}"
        for dimensions in (self.grid, self.block):
            dimensions += [1] * (3 - len(dimensions))

    def simulation(self, path):
        """Oclgrind's description of the launch."""
        size = [g * b for g, b in zip(self.grid, self.block)]
        lines = [path, self.kernel, " ".join(map(str, size)),
                 " ".join(map(str, self.block))]
        for number, (kind, name) in enumerate(self.parameters):
            value = self.values[name]
            array = re.fullmatch(r"(\w+)\[(\d+)\](?::(.*))?", value)
            if array and array[1] == "local":
                lines.append(f"<size={array[2]}>")
            elif array:
                element, count = array[1], int(array[2])
                lines.append(f"<size={count * BYTES[element]} {element}>")
                lines.append(contents(element, count, array[3], number))
            else:
                element = SCALARS[re.sub(r"(2|3|4|8|16)$", "", kind)]
                entries = value.split(",")
                if element not in ("float", "double"):
                    # Oclgrind reads decimal numbers.
                    entries = [str(int(v, 0)) for v in entries]
                lines.append(f"<size={len(entries) * BYTES[element]} {element}>")
                lines.append(" ".join(entries))
        return "\n".join(lines) + "\n"

    def options(self, cuda):
        """The same launch for kernelcast."""
        options = ["--kernel", self.kernel, "--grid",
                   ",".join(map(str, self.grid)), "--block",
                   ",".join(map(str, self.block))]
        shared = 0
        for name, value in self.values.items():
            array = re.fullmatch(r"local\[(\d+)\]", value)
            if array:
                shared += int(array[1])
            if array and not cuda:
                options += ["--arg", f"{name}={array[1]}"]
            elif re.fullmatch(r"[-+.\w]+", value):
                options += ["--arg", f"{name}={value}"]
        if shared and cuda:
            options += ["--dynamic-shared", str(shared)]
        return options


def spread(line):
    """The launches that a line stands for."""
    found = re.search(r"=(-?\d+)\.\.(-?\d+)(?!\S)", line)
    if not found:
        return [line]
    return [single for value in range(int(found[1]), int(found[2]) + 1)
            for single in spread(line[:found.start()] + f"={value}" +
                                 line[found.end():])]


def launches(source):
    return [Launch(single, source)
            for line in re.findall(r"^// LAUNCH: (.*)$", source, re.MULTILINE)
            for single in spread(line)]
