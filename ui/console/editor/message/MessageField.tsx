// What an instruction says, edited as the bubble it will be.
import { lazy, Suspense } from "react"
import { plainText } from "../../../../domain/rich-text/plain-text.ts"
import type { Instruction } from "../../../../domain/script/instruction.ts"
import { useWords } from "../../../kit/i18n.tsx"
import { useEditing, useLanguageName, useViewOnly, useWrite } from "../editor-context.tsx"
import { useRecalls } from "../fields/CompletionList.tsx"
import { Source, type TextProps } from "./MarkupField.tsx"
import classes from "./MessageField.module.css"

// Rich text to be written, fetched when the first one is shown.

/** Without a connection it may not come: then the text is edited as markup, which costs the author nothing but the toolbar. */
export const RichTextField = lazy(async () => {
  try {
    return { default: (await import("./RichTextEditor.tsx")).RichText }
  } catch {
    return { default: WithoutToolbar }
  }
})

const WithoutToolbar = (props: TextProps) => {
  const t = useWords()
  return <Source {...props} why={t("editor.message.no-toolbar")} onClose={null} />
}

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
