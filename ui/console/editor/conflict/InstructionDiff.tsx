// What an instruction says in one version, beside another: its texts with what differs marked in them, its reading delay, and other settings.

import { settingName, settingValue } from "../../../../domain/catalog/setting-labels.ts"
import type { Instruction } from "../../../../domain/script/instruction.ts"
import { type Apart, type Setting, saidApart, settingsApart } from "../../../../domain/script/instruction-diff.ts"
import { useWords } from "../../../kit/i18n.tsx"
import { Said } from "../../../kit/SaveConflictDialog.tsx"

/** `other`: undefined where there is no other version of it. */
type Props = { readonly instruction: Instruction; readonly other: Instruction | undefined }

export const InstructionSaid = ({ instruction, other }: Props) => {
  const settings = useSettings()
  return (
    <>
      {saidApart(instruction, other).map((apart) => (
        <Said key={apart.part}>
          <Marked apart={apart} />
        </Said>
      ))}
      <Said>{settings(instruction, other)}</Said>
    </>
  )
}

/** What both say, and what this version alone says marked in it; where nothing is said by both there is nothing to mark. */
const Marked = ({ apart: { before, differs, after } }: { readonly apart: Apart }) =>
  `${before}${after}` === "" ? (
    differs
  ) : (
    <>
      {before}
      {differs !== "" && <mark>{differs}</mark>}
      {after}
    </>
  )

const useSettings = () => {
  const t = useWords()
  const setting = ({ field, choice, value }: Setting): string => {
    const [name, said] = [settingName(field, choice !== null), settingValue(field, value)]
    const written = said === null ? (typeof value === "string" ? value : JSON.stringify(value)) : t(said)
    return `${choice ?? ""} ${name === null ? field : t(name)}: ${value === undefined ? "–" : written}`.trim()
  }
  return (instruction: Instruction, other: Instruction | undefined): string =>
    [`${instruction.typing_delay} s`, ...settingsApart(instruction, other).map(setting)].join("\n")
}
