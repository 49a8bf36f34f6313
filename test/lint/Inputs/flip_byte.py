"""Changes one bit in the middle of a file: flip_byte.py FILE"""
import sys

with open(sys.argv[1], "r+b") as file:
    data = bytearray(file.read())
    data[len(data) // 2] ^= 1
    file.seek(0)
    file.write(data)
