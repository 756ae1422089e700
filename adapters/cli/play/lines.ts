// What is printed of a conversation. Texts of a file and of a respondent are hostile: nothing in them may steer the terminal.
import type { Look } from "../../../domain/chat/look.ts"
import { textWithImages } from "../../../domain/rich-text/plain-text.ts"
import { oneLine } from "../report.ts"

/** Rich text as the lines that a reader sees, with the words of its images. */
export const linesOf = (html: string): string => textWithImages(html).split("\n").map(asLine).join("\n")

/** A text as one line, with the joiners that emoji are made of, without what controls a terminal or turns the direction of writing. */
export const asLine = (text: string): string => text.replace(/\s+/g, " ").replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "\ufffd")

const outcomes = {
  shown: "shown",
  "not-shown": "not shown",
  unreadable: "not shown, the condition cannot be read",
  empty: "not shown, it is still empty",
} as const satisfies Record<Look["outcome"], string>

/** Why an instruction was shown or not, indented: its condition, each value that it saw, the outcome. */
export const traceOf = ({ condition, saw, outcome }: Look): string =>
  [
    `  condition: ${condition === null ? "none" : oneLine(condition)}`,
    ...saw.map(({ reference, value }) => `  saw: ${oneLine(reference)} = ${oneLine(JSON.stringify(value))}`),
    `  outcome: ${outcomes[outcome]}`,
  ].join("\n")
