// What the editor shows of a script that was checked: findings, what stayed undecided, and the duration.
import { type DurationEstimate, estimateDuration } from "../flow/duration-estimate.ts"
import type { AuthoredScript } from "../script/script.ts"
import { type Inspection, inspectScript } from "./script-rules.ts"

export type CheckedScript = Inspection & { readonly duration: DurationEstimate }

/** Checks a script and estimates its duration. */
export const checkScript = (script: AuthoredScript): CheckedScript => ({ ...inspectScript(script), duration: estimateDuration(script) })
