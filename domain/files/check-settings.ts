// The settings of a check that a team keeps beside its scripts: the severities of rules.
import * as Schema from "effect/Schema"
import { type Finding, type Rule, rules } from "../findings/finding.ts"
import { isRecord, toJsonPointer } from "../json/json-value.ts"
import { parseJson } from "../schema/json-parser.ts"
import { decodeJson } from "../schema/schema-decoder.ts"
import { nearestName } from "../text/name-search.ts"

/** The name of the settings file. */
export const settingsFileName = ".conversation-admin.json"

/** What a rule's findings are: left out, warnings or errors. */
export const ruleLevels = ["off", "warning", "error"] as const
export type RuleLevel = (typeof ruleLevels)[number]
export type RuleLevels = Readonly<Partial<Record<Rule, RuleLevel>>>

/** Rules without which nothing else of a file could be checked. Their level cannot be set. */
export const fixedRules = ["unreadable", "not-json", "unknown-version", "structure"] as const satisfies ReadonlyArray<Rule>

const Settings = Schema.Struct({
  $schema: Schema.optionalKey(Schema.String),
  rules: Schema.optionalKey(Schema.Record(Schema.String, Schema.Literals(ruleLevels))),
})

export type ParsedRuleLevels =
  | { readonly ok: true; readonly levels: RuleLevels }
  | { readonly ok: false; readonly pointer: string; readonly message: string }

/** Returns the levels in the text of a settings file, `{"rules": {"order-gap": "off"}}`, or the place and the message of the first mistake. */
export const parseRuleLevels = (text: string): ParsedRuleLevels => {
  const json = parseJson(text)
  if (!json.ok) return failAt(json.findings)
  const decoded = decodeJson(Settings, json.value)
  if (decoded.findings !== undefined) return failAt(decoded.findings)
  const unknownField = isRecord(json.value) ? Object.keys(json.value).find((name) => !Object.hasOwn(Settings.fields, name)) : undefined
  if (unknownField !== undefined)
    return { ok: false, pointer: toJsonPointer(unknownField), message: `there is no setting ${unknownField}; there is rules` }
  const levels: Partial<Record<Rule, RuleLevel>> = {}
  for (const [name, level] of Object.entries(decoded.value.rules ?? {})) {
    const rule = rules.find((it) => it === name)
    const pointer = toJsonPointer("rules", name)
    if (rule === undefined) return { ok: false, pointer, message: describeUnknownRule(name) }
    if (fixedRules.some((it) => it === rule)) return { ok: false, pointer, message: `the level of ${rule} cannot be set` }
    levels[rule] = level
  }
  return { ok: true, levels }
}

const failAt = ([finding]: ReadonlyArray<Finding>): ParsedRuleLevels => ({
  ok: false,
  pointer: finding?.pointer ?? "",
  message: finding?.message ?? "cannot be read",
})

/** Returns the message about a name that no rule has, with the nearest one. */
export const describeUnknownRule = (name: string): string => {
  const nearest = nearestName(name, rules)
  return `no rule is called ${name}${nearest === null ? "" : `; did you mean ${nearest}?`}`
}

/** Returns the findings with the severities of the levels, without those of rules that are off. */
export const applyRuleLevels = <Reported extends Pick<Finding, "rule" | "severity">>(
  findings: ReadonlyArray<Reported>,
  levels: RuleLevels,
): ReadonlyArray<Reported> =>
  findings.flatMap((finding) => {
    const level = levels[finding.rule] ?? finding.severity
    return level === "off" ? [] : [level === finding.severity ? finding : { ...finding, severity: level }]
  })
