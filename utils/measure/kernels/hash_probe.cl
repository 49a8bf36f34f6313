// Looks up keys in a hash table with open addressing and linear probing. The
// first probe of each work-item is anywhere in the table; how many follow
// depends on the table's load and on the key, so the work-items of a warp wait
// for the one with the longest chain.

// capacity is a power of two; a key of 0xffffffff marks an empty slot, and is
// the answer for keys that are not there.
__kernel void hash_probe(int n, uint capacity, __global const uint *queries,
                         __global const uint *table_keys,
                         __global const uint *table_values,
                         __global uint *found) {
  int i = get_group_id(0) * get_local_size(0) + get_local_id(0);
  if (i < n) {
    uint key = queries[i];
    uint slot = key * 2654435769u;
    slot = (slot ^ (slot >> 15)) * 2246822519u;
    slot = (slot ^ (slot >> 13)) & (capacity - 1);
    uint value = 0xffffffffu;
    uint there = table_keys[slot];
    while (there != 0xffffffffu && there != key) {
      slot = (slot + 1) & (capacity - 1);
      there = table_keys[slot];
    }
    if (there == key)
      value = table_values[slot];
    found[i] = value;
  }
}
