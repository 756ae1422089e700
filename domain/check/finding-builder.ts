// Makes findings: a rule, a place, and what to say of it, worded from the catalogue.
import { fillPlaceholders, type MessageValues } from "../catalog/catalog.ts"
import { conditions, findings, questions, style } from "../catalog/en/findings.ts"
import type { Finding, Rule } from "./finding.ts"

const texts = { ...findings, ...conditions, ...questions, ...style } as const
type FindingKey = keyof typeof texts

/** What a check says of the place `pointer`: the severity is an error unless the rule, or what is said, only warns. */
export const createFinding = <K extends FindingKey>(rule: Rule, pointer: string, key: K, ...[values]: MessageValues<K>): Finding => {
  const given: Readonly<Record<string, string | number>> = values ?? {}
  return {
    pointer,
    severity: warningRules.has(rule) || warningKeys.has(key) ? "warning" : "error",
    rule,
    message: fillPlaceholders(texts[key], given),
    key,
    values: given,
  }
}

const warningRules: ReadonlySet<Rule> = new Set([
  "condition-never-true",
  "unreachable-instruction",
  "order-gap",
  "missing-translation",
  "redirect-only-metadata",
])

/** What only warns whatever its rule: nothing that the specification or the decisions refuse. */
const warningKeys: ReadonlySet<FindingKey> = new Set([
  "finding.typing-delay.most",
  "finding.unknown-word",
  "finding.style-again",
  "recall.rootless",
  "recall.rootless.nearest",
])
