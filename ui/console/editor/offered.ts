// The kinds of instruction that the picker offers: those that can be set to their end here. Others are shown, kept and saved as they are.
import { questionTypes } from "../../../domain/questions/question.ts"
import { type PickerEntry, type PickerGroup, pickerGroups } from "../../../domain/script/picker.ts"

const offeredKinds = ["message", "image", "video", "score", ...questionTypes, "end"] as const satisfies ReadonlyArray<PickerEntry>
export type OfferedKind = (typeof offeredKinds)[number]

const groups = ["show", "questions", "control"] as const satisfies ReadonlyArray<PickerGroup>

/** The offered kinds by the picker's groups, in its order. */
export const offered: ReadonlyArray<{ readonly group: PickerGroup; readonly kinds: ReadonlyArray<OfferedKind> }> = groups.map((group) => {
  const entries: ReadonlyArray<PickerEntry> = pickerGroups[group]
  return { group, kinds: entries.flatMap((entry) => offeredKinds.find((kind) => kind === entry) ?? []) }
})
