// The message of an instruction, edited as it looks in the chat.
import { lazy, Suspense } from "react"
import { toPlainText } from "../../../../domain/rich-text/plain-text.ts"
import type { Instruction } from "../../../../domain/script/instruction.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { useEditorState, useIsViewOnly, useLanguageName, useUpdateInstruction } from "../editor-context.tsx"
import { useRecallCompletions } from "../fields/CompletionList.tsx"
import { MarkupField, type RichTextFieldProps } from "./MarkupField.tsx"
import classes from "./MessageField.module.css"

/** The rich-text editor, loaded on first use. If it cannot be loaded, the message is edited as HTML source. */
export const RichTextField = lazy(async () => {
  try {
    return { default: (await import("./RichTextEditor.tsx")).RichTextEditor }
  } catch {
    return { default: SourceOnly }
  }
})

const SourceOnly = (props: RichTextFieldProps) => {
  const t = useTranslate()
  return <MarkupField {...props} reason={t("editor.message.no-toolbar")} onClose={null} />
}

export const MessageField = ({ instruction }: { readonly instruction: Instruction }) => {
  const t = useTranslate()
  const getLanguageName = useLanguageName()
  const updateInstruction = useUpdateInstruction(instruction.uuid)
  const findCompletions = useRecallCompletions(instruction.order)
  const locked = useIsViewOnly()
  const newUuid = useEditorState((context) => context.newUuid)
  const language = useEditorState(({ draft }) => draft.language)
  const draftEpoch = useEditorState((context) => context.draftEpoch)
  const { messages } = instruction
  const message = messages.find(({ locale }) => locale === language) ?? messages[0]
  const otherLocales = messages.filter((it) => it !== message).map(({ locale }) => locale)
  const content = message?.content ?? ""
  const setContent = (html: string) => {
    const newMessages =
      message === undefined
        ? [...messages, { uuid: newUuid(), locale: language, content: html }]
        : messages.map((it) => (it === message ? { ...it, content: html } : it))
    updateInstruction(`message ${message?.locale ?? language}`, { messages: newMessages })
  }
  return (
    <div className={classes["message"]} data-part="/messages">
      <span className={classes["label"]} id="message-label">
        {t("editor.message")}
      </span>
      <Suspense
        fallback={
          <div className={classes["waiting"]} dir="auto">
            {toPlainText(content)}
          </div>
        }
      >
        <RichTextField
          key={`${instruction.uuid} ${draftEpoch}`}
          labelledBy="message-label"
          content={content}
          language={message?.locale ?? language}
          locked={locked}
          findCompletions={findCompletions}
          onChange={setContent}
        />
      </Suspense>
      {!locked && <p className={classes["others"]}>{t("outbound.recall.help", { braces: "{{" })}</p>}
      {otherLocales.length > 0 && (
        <p className={classes["others"]}>{t("editor.message.others", { languages: otherLocales.map(getLanguageName).join(", ") })}</p>
      )}
    </div>
  )
}
