// An instruction compared with another version: its texts with the differences marked, its typing delay and its settings.
import { getSettingLabel, getSettingValueLabel } from "../../../../domain/catalog/instruction-setting-labels.ts"
import { diffSettings, pairInstructionTexts, type SettingDiff, type TextLabel } from "../../../../domain/revisions/instruction-diff.ts"
import type { Instruction } from "../../../../domain/script/instruction.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { ChangeExcerpt } from "../../../kit/SaveConflictDialog.tsx"
import { useLanguageName } from "../editor-context.tsx"
import { diffText } from "./text-diff.ts"

/** `other` is undefined if there is no other version. */
type Props = { readonly instruction: Instruction; readonly other: Instruction | undefined }

export const InstructionDiff = ({ instruction, other }: Props) => {
  const formatSettings = useFormatSettings()
  const formatLabel = useFormatLabel()
  return (
    <>
      {pairInstructionTexts(instruction, other).map(({ key, text, counterpart, ...label }) => (
        <ChangeExcerpt key={key}>
          {formatLabel(label)}
          {counterpart === null ? text : <MarkedText text={text} counterpart={counterpart} />}
        </ChangeExcerpt>
      ))}
      <ChangeExcerpt>{formatSettings(instruction, other)}</ChangeExcerpt>
    </>
  )
}

/** A text with the words that only this version has marked; nothing is marked if the versions have no text in common. */
const MarkedText = ({ text, counterpart }: { readonly text: string; readonly counterpart: string }) => {
  const parts = diffText(text, counterpart)
  if (parts.every(({ isChanged }) => isChanged)) return text
  // oxlint-disable-next-line react/no-array-index-key -- a part has no other identity than its place in the text
  return parts.map((part, i) => (part.isChanged ? <mark key={i}>{part.text}</mark> : part.text))
}

/** Returns a function that says what a text is and in which language; empty if that is obvious. */
const useFormatLabel = () => {
  const t = useTranslate()
  const getLanguageName = useLanguageName()
  return ({ of, n, locale }: Partial<TextLabel>): string => {
    if (of === undefined) return ""
    const key = getSettingLabel(of === "closing" ? "message" : of, false)
    const name = of === "range" && n !== undefined ? t("editor.score.range", { n }) : key === null ? of : t(key)
    return `${name}${locale ? ` (${getLanguageName(locale)})` : ""}: `
  }
}

const useFormatSettings = () => {
  const t = useTranslate()
  const formatSetting = ({ field, choice, value }: SettingDiff): string => {
    const [name, valueLabel] = [getSettingLabel(field, choice !== null), getSettingValueLabel(field, value)]
    const text = valueLabel === null ? (typeof value === "string" ? value : JSON.stringify(value)) : t(valueLabel)
    return `${choice ?? ""} ${name === null ? field : t(name)}: ${value === undefined ? "–" : text}`.trim()
  }
  return (instruction: Instruction, other: Instruction | undefined): string =>
    [`${instruction.typing_delay} s`, ...diffSettings(instruction, other).map(formatSetting)].join("\n")
}
