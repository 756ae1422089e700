// Dutch texts: failures.
import type { failures as en } from "../en/failures.ts"

export const failures: Readonly<Record<keyof typeof en, string>> = {}
