// Builds findings: a rule, a pointer and a message from the catalog.
import { fillPlaceholders, type MessageValues } from "../catalog/catalog.ts"
import { conditions, findings, questions, style } from "../catalog/en/findings.ts"
import type { Finding, Rule } from "./finding.ts"

const texts = { ...findings, ...conditions, ...questions, ...style } as const
type FindingKey = keyof typeof texts

/** Creates a finding at `pointer`. Its severity is error, unless the rule or the message key is listed as a warning. */
export const createFinding = <K extends FindingKey>(rule: Rule, pointer: string, key: K, ...[values]: MessageValues<K>): Finding => {
  const messageValues: Readonly<Record<string, string | number>> = values ?? {}
  return {
    pointer,
    severity: warningRules.has(rule) || warningKeys.has(key) ? "warning" : "error",
    rule,
    message: fillPlaceholders(texts[key], messageValues),
    key,
    values: messageValues,
  }
}

const warningRules: ReadonlySet<Rule> = new Set([
  "condition-never-true",
  "condition-always-true",
  "unreachable-instruction",
  "ends-without-end",
  "recall-may-be-empty",
  "needs-may-be-missing",
  "score-gap",
  "order-gap",
  "score-ranges",
  "sum-repeated-term",
  "missing-translation",
  "redirect-only-metadata",
])

/**
 * Message keys that are warnings although their rule is an error: neither the specification nor the decisions reject
 * them.
 */
const warningKeys: ReadonlySet<FindingKey> = new Set([
  "finding.typing-delay.most",
  "finding.unknown-word",
  "finding.style-again",
  "condition.sum-of-values",
  "recall.rootless",
  "recall.rootless.nearest",
])
