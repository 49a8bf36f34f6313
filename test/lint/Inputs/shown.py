"""The fenced block of a page that begins with a finding."""
import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    blocks = re.findall(r"^```\n(.*?)^```$", file.read(), re.M | re.S)
sys.stdout.reconfigure(encoding="utf-8")
sys.stdout.write(next(b for b in blocks if ": warning: " in b))
