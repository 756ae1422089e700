// Dutch texts: account.
import type { account as en } from "../en/account.ts"

export const account: Readonly<Record<keyof typeof en, string>> = {}
