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
  x=int[1000]:each(i*i%9)     the value of a Python expression for each index i
  t=local[256]                bytes of local memory
  n=-2..5                     a scalar: one launch with each of these values
  n=float(0.5)                a scalar whose type the source calls differently
  s=struct(int:cols=8,long:cells=64)       the fields of a structure, in order

More words: warp=64 (instead of 32), build=-DSIZE=8 (a compiler option),
kernel=NAME (where the source has several), items=100 (the global size, where it
is no multiple of the group's; build=-cl-std=CL2.0 then). Blanks after commas do
not count.
"""
import random
import re
import struct

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


def parameters(source, kernel, names):
    """(type, name) of each parameter, without qualifiers. Of several
    declarations, as #if leaves them, that with these names counts."""
    source = re.sub(r"//.*|/\*[\s\S]*?\*/", "", source)
    # float32 = typedef float, #define float32 float
    other = dict(re.findall(r"\btypedef\s+(\w+)\s+(\w+)\s*;", source))
    other = {new: old for old, new in other.items()}
    other.update(re.findall(r"#define\s+(\w+)\s+(\w+)", source))
    for listed in re.findall(r"\b" + kernel + r"\s*\(([^)]*)\)", source):
        found = []
        for parameter in filter(None, (p.strip() for p in listed.split(","))):
            words = [other.get(w, w) for w in re.findall(r"\w+", parameter)]
            kinds = [w for w in words[:-1] if w.rstrip("23468") in SCALARS
                     or w.rstrip("16") in SCALARS]
            found.append((kinds[-1] if kinds else "int",
                          re.findall(r"\w+", parameter)[-1]))
        if {name for _, name in found} == set(names):
            return found
    raise ValueError(f"no {kernel}({', '.join(names)})")


def contents(element, count, how, seed):
    """Numbers as text."""
    if not how:
        return "0 " * count
    name, values = re.fullmatch(r"(\w+)(?:\((.*)\))?", how).groups()
    if name == "each":
        kind = float if element in ("float", "double") else int
        code = compile(values, how, "eval")
        return " ".join(str(kind(eval(code, {"i": i}))) for i in range(count))
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


def scalar(kind, value):
    """Type and value of n=float(0.5), where the type may be left out."""
    typed = re.fullmatch(r"(\w+)\(([^:]*)\)", value)
    return typed.groups() if typed and typed[1] in SCALARS else (kind, value)


def fields(value):
    """What struct.pack() takes for struct(int:cols=8,long:cells=64)."""
    form, numbers = "@", []
    for field in value[7:-1].split(","):
        kind, number = re.fullmatch(r"(\w+):\w+=(.*)", field).groups()
        form += {"int": "i", "long": "q", "float": "f", "double": "d"}[kind]
        numbers.append(float(number) if kind in ("float", "double") else
                       int(number, 0))
    return form + f"0{'q' if 'q' in form or 'd' in form else 'i'}", *numbers


class Launch:
    def __init__(self, line, source):
        self.line = line
        self.kernel = None
        self.values = {}
        self.grid, self.block, self.warp, self.build = [1], [1], 32, []
        self.items = None
        for word in re.sub(r",\s+", ",", line).split():
            key, value = word.split("=", 1)
            if key in ("grid", "block", "items"):
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
        self.parameters = parameters(source, self.kernel, self.values)
        for dimensions in (self.grid, self.block):
            dimensions += [1] * (3 - len(dimensions))

    def simulation(self, path):
        """Oclgrind's description of the launch."""
        size = self.items or [g * b for g, b in zip(self.grid, self.block)]
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
            elif value.startswith("struct("):
                packed = struct.pack(*fields(value))
                lines.append(f"<size={len(packed)} uchar>")
                lines.append(" ".join(map(str, packed)))
            else:
                kind, value = scalar(kind, value)
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
        options = ["--kernel", self.kernel,
                   "--global" if self.items else "--grid",
                   ",".join(map(str, self.items or self.grid)), "--block",
                   ",".join(map(str, self.block))]
        shared = 0
        for name, value in self.values.items():
            array = re.fullmatch(r"local\[(\d+)\]", value)
            if array:
                shared += int(array[1])
            value = scalar("", value)[1]
            if array and not cuda:
                options += ["--arg", f"{name}={array[1]}"]
            elif value.startswith("struct("):
                options += ["--arg=" + name + "." + field.split(":")[1]
                            for field in value[7:-1].split(",")]
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
