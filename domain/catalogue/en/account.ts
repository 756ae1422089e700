// English texts: account.
export const account = {} as const
