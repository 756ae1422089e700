// The kinds of instruction that the picker offers, by its groups and in its order; some of them only to developers (spec/2-editor §2).
import { developerEntries, type PickerEntry, type PickerGroup, pickerGroups } from "../../../domain/script/picker.ts"

const groups = ["show", "questions", "control"] as const satisfies ReadonlyArray<PickerGroup>

type Offered = ReadonlyArray<{ readonly group: PickerGroup; readonly kinds: ReadonlyArray<PickerEntry> }>

export const offered = ({ dev }: { readonly dev: boolean }): Offered =>
  groups.map((group) => {
    const kinds: ReadonlyArray<PickerEntry> = pickerGroups[group]
    return { group, kinds: kinds.filter((kind) => dev || !developerEntries.includes(kind)) }
  })
