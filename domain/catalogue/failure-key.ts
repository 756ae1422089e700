// What is said of a failure in one sentence, and what of a server that does not answer as it should.
import type { Failure, Unreachable } from "../failure.ts"
import type { PlainKey } from "./catalogue.ts"

type Said = { readonly title: PlainKey; readonly advice: PlainKey }

/** Of a server that does not answer: one that says that something is wrong with it was reached. */
export const unansweredKeys = (answered: Unreachable["answered"]): Said => {
  switch (answered) {
    case undefined:
      return { title: "failure.Unreachable", advice: "failure.unreachable.kept" }
    case "trouble":
      return { title: "failure.broken", advice: "failure.broken.kept" }
    case "garbled":
      return { title: "failure.Unreadable", advice: "failure.broken.kept" }
  }
}

export const failureKey = (failure: Failure): PlainKey =>
  failure._tag === "Unreachable" ? unansweredKeys(failure.answered).title : `failure.${failure._tag}`
