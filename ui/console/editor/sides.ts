// What can stand beside the instruction: one at a time.
export const sides = ["test", "check"] as const
export type Side = (typeof sides)[number]
