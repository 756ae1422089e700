// English texts: what a check finds in a script.
export const findings = {
  "finding.no-question": "this question has no question in it",
  "finding.no-action": "this instruction has no action in it",
  "finding.name-syntax": "“{name}” is no name: only letters, digits and underscores",
  "finding.name-not-unique": "Name must be unique: “{name}” is used more than once",
  "finding.typing-delay": "the reading delay is {delay} seconds, and can be 0 at least",
  "finding.empty-instruction": "it has not been said yet what this instruction is",
  "finding.order-gap": "the order is {order} where {place} comes",
  "finding.no-text": "there is no text in the language of the script ({language})",
  "finding.no-choice-text": "this choice has no text",
  "finding.duplicate-choice-value": "the value {value} is used by more than one choice",
} as const
