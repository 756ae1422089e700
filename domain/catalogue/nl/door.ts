// The Dutch texts that the sign-in needs, without those of the screens behind it.
import { account } from "./account.ts"
import { failures } from "./failures.ts"
import { shell } from "./shell.ts"

export const door = { ...shell, ...account, ...failures } as const
