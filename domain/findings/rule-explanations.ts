// What each rule of the check means, in the languages of the console.
import { ruleExplanations as en } from "../catalog/en/rule-explanations.ts"
import { ruleExplanations as nl } from "../catalog/nl/rule-explanations.ts"
import type { Rule } from "./finding.ts"

/** `title` is a short sentence. `reason` says why it matters, `example` shows a script that breaks the rule, and `fix` says what to do. */
export type RuleExplanation = { readonly title: string; readonly reason: string; readonly example: string; readonly fix: string }

type RuleExplanations = Readonly<Record<Rule, RuleExplanation>>

export const ruleExplanations: Readonly<Record<"en" | "nl", RuleExplanations>> = { en, nl }
