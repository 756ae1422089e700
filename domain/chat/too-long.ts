// What is more than any question takes: known before it is sent (decisions E1).
import { lengthOf } from "../questions/bounds.ts"
import { longestText } from "../questions/text.ts"
import type { Refusal } from "./trouble.ts"

export const tooLong: Refusal = { key: "answer.long", values: { most: longestText } }

/** Whether something given is a text that no question takes. */
export const isTooLong = (given: unknown): given is string => typeof given === "string" && lengthOf(given) > longestText
