// What can stand beside the instruction: one at a time.
export const sides = ["test", "flow", "translations", "check"] as const
export type Side = (typeof sides)[number]
