// [Q10] The panel of file questions: upload buttons and accepted file types. At least one of each stays on.
import { TextInput } from "@mantine/core"
import {
  acceptsFileType,
  type FileButton,
  fileTypeGroups,
  isButtonEnabled,
  maxButtonTextLength,
  normalizeButtonText,
  setButtonEnabled,
  setFileTypeAccepted,
} from "../../../../domain/questions/file-question.ts"
import type { Instruction } from "../../../../domain/script/instruction.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { SwitchField } from "../../../kit/SwitchField.tsx"
import { useIsLocked, useUpdateInstruction } from "../editor-context.tsx"
import { SkippableField } from "./QuestionFields.tsx"
import classes from "./QuestionPanels.module.css"
import { getQuestionOfType } from "./question-form.ts"

const buttons = [
  { button: "camera", text: "fileUploadCameraText" },
  { button: "library", text: "fileUploadLibraryText" },
] as const satisfies ReadonlyArray<{ readonly button: FileButton; readonly text: string }>

export const FilePanel = ({ instruction }: { readonly instruction: Instruction }) => {
  const t = useTranslate()
  const write = useUpdateInstruction(instruction.uuid)
  const locked = useIsLocked("options")
  const question = getQuestionOfType(instruction, "file")
  if (question === null) return null
  const options = question.options ?? {}
  return (
    <div className={classes["panel"]}>
      {buttons.map(({ button, text }) => {
        const isOn = isButtonEnabled(options, button)
        return (
          <div key={button} className={classes["turned"]}>
            <SwitchField
              label={t(`editor.file.${button}`)}
              on={isOn}
              locked={locked || (isOn && setButtonEnabled(options, button, false) === options)}
              onTurn={(on) => write(null, { question: { ...question, options: setButtonEnabled(options, button, on) } })}
            />
            <TextInput
              data-part={`/question/options/${text}`}
              label={t(`editor.file.${button}.text`)}
              autoComplete="off"
              maxLength={maxButtonTextLength}
              readOnly={locked}
              disabled={!isOn}
              value={options[text] ?? ""}
              onChange={(event) => write(text, { question: { ...question, options: { ...options, [text]: event.currentTarget.value } } })}
              onBlur={(event) => {
                const tidy = normalizeButtonText(event.currentTarget.value)
                if (tidy !== (options[text] ?? "")) write(text, { question: { ...question, options: { ...options, [text]: tidy } } })
              }}
            />
          </div>
        )
      })}
      <fieldset data-part="/question/options/extensions">
        <legend>{t("editor.file.kinds")}</legend>
        <div className={classes["toggles"]}>
          {fileTypeGroups.map((kind) => {
            const isTaken = acceptsFileType(options, kind)
            return (
              <SwitchField
                key={kind[0]}
                label={kind.join(", ")}
                on={isTaken}
                locked={locked || (isTaken && setFileTypeAccepted(options, kind, false) === options)}
                onTurn={(on) => write(null, { question: { ...question, options: setFileTypeAccepted(options, kind, on) } })}
              />
            )
          })}
        </div>
      </fieldset>
      <SkippableField instruction={instruction} />
    </div>
  )
}
