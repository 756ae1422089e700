// Dutch texts: findings.
import type { findings as en } from "../en/findings.ts"

export const findings: Readonly<Record<keyof typeof en, string>> = {}
