// `rules [RULE]`: what the rules of the check mean, and what to do about their findings.

import { describeUnknownRule } from "../../domain/files/check-settings.ts"
import { type Rule, rules } from "../../domain/findings/finding.ts"
import { ruleExplanations } from "../../domain/findings/rule-explanations.ts"
import { parseCommandArguments } from "./command-arguments.ts"
import { CommandFailed, printLine } from "./terminal-output.ts"

export const runRules = async (args: ReadonlyArray<string>): Promise<number> => {
  const { name, isMarkdown } = parseRulesArguments(args)
  const chosen = name === undefined ? rules : [findRule(name)]
  if (isMarkdown) printLine(formatMarkdown(chosen))
  else if (name === undefined) for (const rule of rules) printLine(`${rule.padEnd(ruleWidth)} ${ruleExplanations.en[rule].title}`)
  else for (const rule of chosen) printLine(formatText(rule))
  return 0
}

const parseRulesArguments = (args: ReadonlyArray<string>) => {
  const { values, positionals } = parseCommandArguments(args, { markdown: { type: "boolean" } })
  if (positionals.length > 1) throw new CommandFailed("rules takes one rule, or none for all of them")
  return { name: positionals[0], isMarkdown: values.markdown ?? false }
}

const findRule = (name: string): Rule => {
  const rule = rules.find((it) => it === name)
  if (rule === undefined) throw new CommandFailed(describeUnknownRule(name))
  return rule
}

/** The width of the column of rules. */
const ruleWidth = Math.max(...rules.map(({ length }) => length))

const formatText = (rule: Rule): string => {
  const { title, reason, example, fix } = ruleExplanations.en[rule]
  return `${rule}: ${title}\n${reason}\nExample: ${example}\nFix: ${fix}`
}

const formatMarkdown = (chosen: ReadonlyArray<Rule>): string =>
  [
    "# Rules of the check",
    "`conversation-admin rules --markdown` prints this page.",
    ...chosen.map((rule) => {
      const { title, reason, example, fix } = ruleExplanations.en[rule]
      return `## ${rule}\n${title} ${reason}\n\n- Example: ${example}\n- Fix: ${fix}`
    }),
  ].join("\n\n")
