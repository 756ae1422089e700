// One choice: its value, its text, its place.
import { ActionIcon, TextInput } from "@mantine/core"
import { IconArrowDown, IconArrowUp, IconCircle, IconSquare, IconX } from "@tabler/icons-react"
import type { ClipboardEvent } from "react"
import { choiceValue, isChoiceText, mostValueDigits } from "../../../../domain/questions/choices.ts"
import type { Choice } from "../../../../domain/questions/question.ts"
import { useWords } from "../../../kit/words.tsx"
import { NumberField } from "../fields/NumberField.tsx"
import classes from "./questions.module.css"

type Props = {
  readonly choice: Choice
  readonly place: number
  readonly count: number
  readonly many: boolean
  readonly locked: boolean
  readonly isTwice: boolean
  readonly onChange: (part: Partial<Choice>, field: string) => void
  readonly onMove: (to: number) => void
  readonly onRemove: () => void
  readonly onEnter: () => void
  readonly onPaste: (event: ClipboardEvent) => void
}

export const choiceFieldId = (uuid: string): string => `choice-${uuid}`

export const ChoiceRow = ({ choice, place, count, many, locked, isTwice, onChange, onMove, onRemove, onEnter, onPaste }: Props) => {
  const t = useWords()
  const Mark = many ? IconSquare : IconCircle
  const n = place + 1
  const { content } = choice.translation
  return (
    <li className={classes["choice"]}>
      <Mark size={18} aria-hidden="true" className={classes["mark"]} />
      <div className={classes["value"]}>
        <NumberField
          label={t("editor.choice.value", { n })}
          hideLabel
          value={choice.value}
          read={choiceValue}
          wrong={t("editor.choice.value.wrong")}
          error={isTwice ? t("editor.choice.value.twice") : undefined}
          most={mostValueDigits}
          locked={locked}
          onChange={(value) => value !== null && onChange({ value }, "value")}
        />
      </div>
      <TextInput
        id={choiceFieldId(choice.uuid)}
        aria-label={t("editor.choice.text", { n })}
        dir="auto"
        lang={choice.translation.locale}
        autoComplete="off"
        error={isChoiceText(content) ? undefined : t("editor.choice.text.wrong")}
        readOnly={locked}
        value={content}
        onChange={(event) => onChange({ translation: { ...choice.translation, content: event.currentTarget.value } }, "text")}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || locked || event.nativeEvent.isComposing) return
          event.preventDefault()
          onEnter()
        }}
        onPaste={locked ? undefined : onPaste}
      />
      {!locked && (
        <div className={classes["tools"]}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t("editor.choice.up", { n })}
            disabled={place === 0}
            onClick={() => onMove(place - 1)}
          >
            <IconArrowUp size={16} aria-hidden="true" />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t("editor.choice.down", { n })}
            disabled={place === count - 1}
            onClick={() => onMove(place + 1)}
          >
            <IconArrowDown size={16} aria-hidden="true" />
          </ActionIcon>
          <ActionIcon variant="subtle" color="gray" aria-label={t("editor.choice.remove", { n })} onClick={onRemove}>
            <IconX size={16} aria-hidden="true" />
          </ActionIcon>
        </div>
      )}
    </li>
  )
}
