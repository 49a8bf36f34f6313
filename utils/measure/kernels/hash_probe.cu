// Looks up keys in a hash table with open addressing and linear probing. The
// first probe of each thread is anywhere in the table; how many follow depends
// on the table's load and on the key, so the threads of a warp wait for the one
// with the longest chain.

// capacity is a power of two; a key of 0xffffffff marks an empty slot, and is
// the answer for keys that are not there.
extern "C" __global__ void hash_probe(int n, unsigned capacity,
                                      const unsigned *queries,
                                      const unsigned *table_keys,
                                      const unsigned *table_values,
                                      unsigned *found) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned key = queries[i];
    unsigned slot = key * 2654435769u;
    slot = (slot ^ (slot >> 15)) * 2246822519u;
    slot = (slot ^ (slot >> 13)) & (capacity - 1);
    unsigned value = 0xffffffffu;
    unsigned there = table_keys[slot];
    while (there != 0xffffffffu && there != key) {
      slot = (slot + 1) & (capacity - 1);
      there = table_keys[slot];
    }
    if (there == key)
      value = table_values[slot];
    found[i] = value;
  }
}
