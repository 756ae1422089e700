// A file as an answer: the buttons that bring one, and its kinds (spec/2-editor §3, §5). One of each always stays.
import { TextInput } from "@mantine/core"
import {
  buttonText,
  type FileButton,
  fileKinds,
  isButtonOn,
  longestButtonText,
  takesKind,
  withButton,
  withKind,
} from "../../../../domain/questions/file-question.ts"
import type { Instruction } from "../../../../domain/script/instruction.ts"
import { useWords } from "../../../kit/i18n.tsx"
import { Toggle } from "../../../kit/SwitchField.tsx"
import { useLocked, useWrite } from "../editor-context.tsx"
import { Skipable } from "./QuestionFields.tsx"
import classes from "./QuestionPanels.module.css"
import { questionOf } from "./question-form.ts"

const buttons = [
  { button: "camera", text: "fileUploadCameraText" },
  { button: "library", text: "fileUploadLibraryText" },
] as const satisfies ReadonlyArray<{ readonly button: FileButton; readonly text: string }>

export const FilePanel = ({ instruction }: { readonly instruction: Instruction }) => {
  const t = useWords()
  const write = useWrite(instruction.uuid)
  const locked = useLocked("options")
  const question = questionOf(instruction, "file")
  if (question === null) return null
  const options = question.options ?? {}
  return (
    <div className={classes["panel"]}>
      {buttons.map(({ button, text }) => {
        const isOn = isButtonOn(options, button)
        return (
          <div key={button} className={classes["turned"]}>
            <Toggle
              label={t(`editor.file.${button}`)}
              on={isOn}
              locked={locked || (isOn && withButton(options, button, false) === options)}
              onTurn={(on) => write(null, { question: { ...question, options: withButton(options, button, on) } })}
            />
            <TextInput
              data-part={`/question/options/${text}`}
              label={t(`editor.file.${button}.text`)}
              autoComplete="off"
              maxLength={longestButtonText}
              readOnly={locked}
              disabled={!isOn}
              value={options[text] ?? ""}
              onChange={(event) => write(text, { question: { ...question, options: { ...options, [text]: event.currentTarget.value } } })}
              onBlur={(event) => {
                const tidy = buttonText(event.currentTarget.value)
                if (tidy !== (options[text] ?? "")) write(text, { question: { ...question, options: { ...options, [text]: tidy } } })
              }}
            />
          </div>
        )
      })}
      <fieldset data-part="/question/options/extensions">
        <legend>{t("editor.file.kinds")}</legend>
        <div className={classes["toggles"]}>
          {fileKinds.map((kind) => {
            const isTaken = takesKind(options, kind)
            return (
              <Toggle
                key={kind[0]}
                label={kind.join(", ")}
                on={isTaken}
                locked={locked || (isTaken && withKind(options, kind, false) === options)}
                onTurn={(on) => write(null, { question: { ...question, options: withKind(options, kind, on) } })}
              />
            )
          })}
        </div>
      </fieldset>
      <Skipable instruction={instruction} />
    </div>
  )
}
