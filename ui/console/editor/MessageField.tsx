// What an instruction says, edited as the bubble it will be.
import { Suspense } from "react"
import { plainText } from "../../../domain/rich-text/plain-text.ts"
import type { Instruction } from "../../../domain/script/instruction.ts"
import { useWords } from "../../kit/words.tsx"
import { useEditing, useViewOnly, useWrite } from "./editing.tsx"
import { useLanguageName } from "./language-name.ts"
import classes from "./MessageField.module.css"
import { RichTextField } from "./RichTextField.tsx"
import { useRecalls } from "./recalls.ts"

export const MessageField = ({ instruction }: { readonly instruction: Instruction }) => {
  const t = useWords()
  const nameOfLanguage = useLanguageName()
  const write = useWrite(instruction.uuid)
  const find = useRecalls(instruction.order)
  const locked = useViewOnly()
  const fresh = useEditing((context) => context.fresh)
  const language = useEditing(({ draft }) => draft.language)
  const turns = useEditing((context) => context.turns)
  const { messages } = instruction
  const message = messages.find(({ locale }) => locale === language) ?? messages[0]
  const others = messages.filter((it) => it !== message).map(({ locale }) => locale)
  const content = message?.content ?? ""
  const say = (html: string) => {
    const next =
      message === undefined
        ? [...messages, { uuid: fresh(), locale: language, content: html }]
        : messages.map((it) => (it === message ? { ...it, content: html } : it))
    write(`message ${message?.locale ?? language}`, { messages: next })
  }
  return (
    <div className={classes["message"]} data-part="/messages">
      <span className={classes["label"]} id="message-label">
        {t("editor.message")}
      </span>
      <Suspense
        fallback={
          <div className={classes["waiting"]} dir="auto">
            {plainText(content)}
          </div>
        }
      >
        <RichTextField
          key={`${instruction.uuid} ${turns}`}
          labelledBy="message-label"
          content={content}
          language={message?.locale ?? language}
          locked={locked}
          find={find}
          onSay={say}
        />
      </Suspense>
      {!locked && <p className={classes["others"]}>{t("outbound.recall.help", { braces: "{{" })}</p>}
      {others.length > 0 && (
        <p className={classes["others"]}>{t("editor.message.others", { languages: others.map(nameOfLanguage).join(", ") })}</p>
      )}
    </div>
  )
}
