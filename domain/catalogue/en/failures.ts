// English texts: failures.
export const failures = {} as const
