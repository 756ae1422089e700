// What is saved where, in one sentence (design/interface "Editor").
import { IconCloudCheck, IconCloudOff, IconDeviceDesktop, IconLock } from "@tabler/icons-react"
import type { SnapshotFrom } from "xstate"
import type { PlainKey } from "../../../domain/catalogue/catalogue.ts"
import type { editorMachine } from "../../../machines/editor/editor.ts"
import { withheld } from "../../../machines/editor/entries.ts"
import { isUntouchable } from "../../../machines/editor/locked.ts"
import { isUnsaved } from "../../../machines/editor/unsaved.ts"
import { useWords } from "../../kit/words.tsx"
import { useEditing } from "./editing.tsx"
import classes from "./SaveState.module.css"

type State = "saved" | "saving" | "kept" | "offline" | "waiting" | "signed-out" | "overtaken" | "refused" | "full" | "off" | "view-only"

const stateOf = (snapshot: SnapshotFrom<typeof editorMachine>): State => {
  const { context } = snapshot
  if (isUntouchable(context)) return "view-only"
  if (snapshot.hasTag("saving")) return "saving"
  if (snapshot.matches({ open: { saving: "overtaken" } })) return "overtaken"
  if (snapshot.matches({ open: { saving: "signedOut" } })) return "signed-out"
  if (snapshot.matches({ open: { saving: "waiting" } })) return context.failure?._tag === "TooSoon" ? "waiting" : "offline"
  if (context.failure !== null || (context.isHeldUp && withheld(context).length > 0)) return "refused"
  if (!isUnsaved(context)) return "saved"
  return context.local === null || context.local.keeping === "kept" ? "kept" : context.local.keeping
}

const icons = { good: IconCloudCheck, quiet: IconDeviceDesktop, bad: IconCloudOff, lock: IconLock } as const
const tones: Readonly<Record<State, keyof typeof icons>> = {
  saved: "good",
  saving: "quiet",
  kept: "quiet",
  offline: "bad",
  waiting: "bad",
  "signed-out": "bad",
  overtaken: "bad",
  refused: "bad",
  full: "bad",
  off: "bad",
  "view-only": "lock",
}

export const SaveState = () => {
  const t = useWords()
  const state = useEditing((_, snapshot) => stateOf(snapshot))
  const tone = tones[state]
  const Icon = icons[tone]
  const key: PlainKey = `editor.state.${state}`
  return (
    <output className={classes["state"]} data-tone={tone}>
      <Icon size={16} aria-hidden="true" />
      {t(key)}
    </output>
  )
}
