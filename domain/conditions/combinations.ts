// Combinations of answers.

/** Returns all subsets of a list, the empty one first; in each, the order stays. There are 2 to the power of its length. */
export const listSubsets = <Item>(items: ReadonlyArray<Item>): ReadonlyArray<ReadonlyArray<Item>> =>
  items.reduce<ReadonlyArray<ReadonlyArray<Item>>>((subsets, item) => [...subsets, ...subsets.map((it) => [...it, item])], [[]])
