// How the draft goes on when the server's script is another one: after a save, after someone else's save, after a save whose answer was lost.
import { Overtaken } from "../../domain/failure.ts"
import { same } from "../../domain/same.ts"
import { authoredOf } from "../../domain/script/draft.ts"
import { merge, type Picks } from "../../domain/script/merge.ts"
import { sanitised } from "../../domain/script/sanitised.ts"
import type { Authored, Script } from "../../domain/script/script.ts"
import { asFailure } from "../port.ts"
import { type Deed, recorded } from "./history.ts"
import { isLockedPart } from "./locked.ts"
import { stillIn } from "./marks.ts"
import type { EditorContext } from "./setup.ts"

type Change = Partial<EditorContext>

/** The draft on top of `script` as `draft` has it; a step of undo where that is another one. */
const onto = (context: EditorContext, script: Script, base: Authored, draft: Authored, deed: Deed): Change => ({
  saved: script,
  base,
  draft,
  marked: stillIn(draft, context.marked),
  turns: context.turns + (draft === context.draft ? 0 : 1),
  history: recorded(context.history, deed, context.draft, draft, null),
  unanswered: [],
  failure: null,
  theirs: null,
})

/** The server took what was sent last. Edits made since then stay, on top of what it says now. */
export const acknowledged = (context: EditorContext, script: Script): Change =>
  taken(context, script, context.unanswered.at(-1) ?? context.draft)

const taken = (context: EditorContext, script: Script, sent: Authored): Change => {
  const said = authoredOf(script)
  // The same objects as before, so that nothing looks changed that is not.
  if (same(said, sent)) return onto(context, script, sent, context.draft, "merge")
  const draft = context.draft === sent ? said : merge({ base: sent, mine: context.draft, theirs: said })
  return onto(context, script, said, draft, "merge")
}

export const asOvertaken = (error: unknown): Overtaken | null => {
  const failure = asFailure(error)
  return failure._tag === "Overtaken" ? failure : null
}

/** Which of the sends that went unanswered the newer revision is, but for markup that the server does not keep: then nobody else saved, only the answer got lost. */
const ownSend = (context: EditorContext, error: unknown): Authored | undefined => {
  const now = asOvertaken(error)
  if (now === null) return undefined
  const said = sanitised(authoredOf(now.script))
  return context.unanswered.find((sent) => same(said, sanitised(sent)))
}

export const isOwnSend = (context: EditorContext, error: unknown): boolean => ownSend(context, error) !== undefined

export const acknowledgedLate = (context: EditorContext, error: unknown): Change => {
  const [now, sent] = [asOvertaken(error), ownSend(context, error)]
  return now && sent ? taken(context, now.script, sent) : {}
}

/** The server does not take it. What it found in what was sent is shown as a check's findings are. */
export const refused = (context: EditorContext, error: unknown): Change => {
  const failure = asFailure(error)
  const sent = context.unanswered.at(-1)
  const found = failure._tag === "Refused" && failure.findings.length > 0 && sent ? { findings: failure.findings, checked: sent } : {}
  return { failure, ...found }
}

/** [S5] Whether an instruction may come behind another: by the status that the script has now, which may be what the other saved. */
export const mayKeepBoth = ({ theirs, flags }: Pick<EditorContext, "theirs" | "flags">): boolean =>
  theirs !== null && !isLockedPart({ saved: theirs.script, flags }, "sequence")

/** Both brought together; what both changed is as picked. */
export const merged = (context: EditorContext, picks: Picks): Change => {
  if (context.theirs === null) return {}
  const theirs = authoredOf(context.theirs.script)
  const fresh = mayKeepBoth(context) ? context.fresh : undefined
  return onto(context, context.theirs.script, theirs, merge({ base: context.base, mine: context.draft, theirs }, picks, fresh), "merge")
}

/** Mine as it is, in the place of theirs. */
export const overwriting = (context: EditorContext): Change =>
  context.theirs === null ? {} : onto(context, context.theirs.script, authoredOf(context.theirs.script), context.draft, "merge")

/** Theirs in the place of mine, which undo brings back. */
export const discarding = (context: EditorContext): Change => {
  if (context.theirs === null) return {}
  const theirs = authoredOf(context.theirs.script)
  return onto(context, context.theirs.script, theirs, theirs, "discard")
}
