// What is said of a failure in one sentence.
import type { Failure } from "../failure.ts"
import type { PlainKey } from "./catalogue.ts"

/** A server that answered that something is wrong with it was reached. */
export const failureKey = (failure: Failure): PlainKey =>
  failure._tag === "Unreachable" && failure.answered === true ? "failure.broken" : `failure.${failure._tag}`
