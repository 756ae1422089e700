// How the arrow keys walk a list of findings.

/** The place after a step up (-1) or down (1) in a list of `count`, which goes around; 0 in an empty one. */
export const stepped = (place: number, by: -1 | 1, count: number): number => (count === 0 ? 0 : (place + by + count) % count)
