// What an instruction says in one version, beside another: its texts with what differs marked in them, its reading delay, and other settings.

import { getSettingLabel, getSettingValueLabel } from "../../../../domain/catalog/setting-labels.ts"
import type { Instruction } from "../../../../domain/script/instruction.ts"
import { diffInstructionTexts, diffSettings, type SettingDiff, type TextDiff } from "../../../../domain/script/instruction-diff.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { ChangeExcerpt } from "../../../kit/SaveConflictDialog.tsx"

/** `other`: undefined where there is no other version of it. */
type Props = { readonly instruction: Instruction; readonly other: Instruction | undefined }

export const InstructionDiff = ({ instruction, other }: Props) => {
  const settings = useSettings()
  return (
    <>
      {diffInstructionTexts(instruction, other).map((apart) => (
        <ChangeExcerpt key={apart.part}>
          <Marked apart={apart} />
        </ChangeExcerpt>
      ))}
      <ChangeExcerpt>{settings(instruction, other)}</ChangeExcerpt>
    </>
  )
}

/** What both say, and what this version alone says marked in it; where nothing is said by both there is nothing to mark. */
const Marked = ({ apart: { before, changed, after } }: { readonly apart: TextDiff }) =>
  `${before}${after}` === "" ? (
    changed
  ) : (
    <>
      {before}
      {changed !== "" && <mark>{changed}</mark>}
      {after}
    </>
  )

const useSettings = () => {
  const t = useTranslate()
  const setting = ({ field, choice, value }: SettingDiff): string => {
    const [name, said] = [getSettingLabel(field, choice !== null), getSettingValueLabel(field, value)]
    const written = said === null ? (typeof value === "string" ? value : JSON.stringify(value)) : t(said)
    return `${choice ?? ""} ${name === null ? field : t(name)}: ${value === undefined ? "–" : written}`.trim()
  }
  return (instruction: Instruction, other: Instruction | undefined): string =>
    [`${instruction.typing_delay} s`, ...diffSettings(instruction, other).map(setting)].join("\n")
}
