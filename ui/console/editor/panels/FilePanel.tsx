// [Q10] The panel of file questions: upload buttons and accepted file types. At least one of each stays on.
import { TextInput } from "@mantine/core"
import {
  acceptsFileType,
  defaultButtonTexts,
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
import { useEditorState, useIsLocked, useUpdateInstruction } from "../editor-context.tsx"
import { SkippableField } from "./QuestionFields.tsx"
import classes from "./QuestionPanels.module.css"
import { getQuestionOfType } from "./question-form.ts"

const buttons = [
  { button: "camera", text: "fileUploadCameraText" },
  { button: "library", text: "fileUploadLibraryText" },
] as const satisfies ReadonlyArray<{ readonly button: FileButton; readonly text: string }>

export const FilePanel = ({ instruction }: { readonly instruction: Instruction }) => {
  const t = useTranslate()
  const updateInstruction = useUpdateInstruction(instruction.uuid)
  const locked = useIsLocked("options")
  const language = useEditorState(({ draft }) => draft.language)
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
              onTurn={(on) => updateInstruction(null, { question: { ...question, options: setButtonEnabled(options, button, on) } })}
            />
            <TextInput
              data-part={`/question/options/${text}`}
              label={t(`editor.file.${button}.text`)}
              autoComplete="off"
              maxLength={maxButtonTextLength}
              readOnly={locked}
              disabled={!isOn}
              value={options[text] ?? ""}
              placeholder={defaultButtonTexts[language][button]}
              onChange={(event) =>
                updateInstruction(text, { question: { ...question, options: { ...options, [text]: event.currentTarget.value } } })
              }
              onBlur={(event) => {
                const normalized = normalizeButtonText(event.currentTarget.value)
                if (normalized !== (options[text] ?? ""))
                  updateInstruction(text, { question: { ...question, options: { ...options, [text]: normalized } } })
              }}
            />
          </div>
        )
      })}
      <fieldset data-part="/question/options/extensions">
        <legend>{t("editor.file.kinds")}</legend>
        <div className={classes["toggles"]}>
          {fileTypeGroups.map((group) => {
            const isAccepted = acceptsFileType(options, group)
            return (
              <SwitchField
                key={group[0]}
                label={group.join(", ")}
                on={isAccepted}
                locked={locked || (isAccepted && setFileTypeAccepted(options, group, false) === options)}
                onTurn={(on) => updateInstruction(null, { question: { ...question, options: setFileTypeAccepted(options, group, on) } })}
              />
            )
          })}
        </div>
      </fieldset>
      <SkippableField instruction={instruction} />
    </div>
  )
}
