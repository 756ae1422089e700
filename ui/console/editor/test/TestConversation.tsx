// The conversation of a test run so far, and the control for the awaited answer or outcome.
import { Textarea } from "@mantine/core"
import { useSelector } from "@xstate/react"
import { useState } from "react"
import { formatAmountDue } from "../../../../domain/chat/answer-facets.ts"
import type { ConversationEffect } from "../../../../domain/chat/conversation-state.ts"
import { listKnownKeys } from "../../../../domain/editing/condition-builder.ts"
import { getVideoAddress, getVideoCaption } from "../../../../domain/rich-text/message-media.ts"
import { getTextDirection } from "../../../../domain/text/language.ts"
import type { RehearsalContext, RehearsalLine } from "../../../../machines/editor/rehearsal-conversation.ts"
import type { TestRunActor } from "../../../../machines/editor/rehearsal-machine.ts"
import { useFindingText, useLanguage, useTranslate } from "../../../kit/i18n.tsx"
import { listExternalKeys, useEditorState } from "../editor-context.tsx"
import { ScriptMarkup } from "./ScriptMarkup.tsx"
import { TestAnswerControl } from "./TestAnswerControl.tsx"
import { useLinesError, useLinesHint } from "./TestInputs.tsx"
import classes from "./TestPane.module.css"

type Props = { readonly actor: TestRunActor; readonly onNavigate: (uuid: string) => void }

export const TestConversation = ({ actor, onNavigate }: Props) => {
  const t = useTranslate()
  const lines = useSelector(actor, ({ context }) => context.spoken)
  const isTyping = useSelector(actor, (state) => state.matches("typing"))
  return (
    <div className={classes["conversation"]}>
      <div className={classes["log"]} role="log" aria-label={t("editor.test.log")}>
        {lines.map((line, index) => (
          // Lines never move, so the index identifies them.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <div key={index} ref={scrollIntoView} className={classes["said"]} data-by={line.by}>
            {line.by === "respondent" ? (
              <p className={classes["reply"]} dir="auto">
                {line.text === null ? <i>{t("editor.test.skipped")}</i> : line.text || "–"}
              </p>
            ) : (
              <ScriptLine effect={line.effect} onNavigate={onNavigate} />
            )}
          </div>
        ))}
        {isTyping && (
          <output ref={scrollIntoView} className={classes["typing"]} aria-label={t("editor.test.typing")}>
            <span />
            <span />
            <span />
          </output>
        )}
      </div>
      <AwaitedInput actor={actor} />
    </div>
  )
}

const scrollIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: "nearest" })

type ScriptEffect = Extract<RehearsalLine, { readonly by: "script" }>["effect"]

const ScriptLine = ({ effect, onNavigate }: { readonly effect: ScriptEffect; readonly onNavigate: (uuid: string) => void }) => {
  const t = useTranslate()
  const { language } = useLanguage()
  if (effect.type === "end") return <Ending effect={effect} />
  return (
    <>
      <button
        type="button"
        className={classes["name"]}
        title={t("editor.test.go", { name: effect.name })}
        onClick={() => onNavigate(effect.uuid)}
      >
        {effect.name}
      </button>
      <div className={classes["bubble"]} dir="auto">
        {effect.type === "show" && effect.as === "video" ? (
          <>
            <a href={getVideoAddress(effect.html)} target="_blank" rel="noopener noreferrer">
              {getVideoAddress(effect.html)}
            </a>
            <span className={classes["caption"]}>{getVideoCaption(effect.html)}</span>
          </>
        ) : (
          <ScriptMarkup html={effect.html} />
        )}
        {effect.type === "act" && (
          <p className={classes["act"]}>
            {t("editor.test.act", { what: t(`editor.kind.${effect.action.type}`) })}
            {effect.due !== null && ` ${formatAmountDue(effect.due, language)}`}
          </p>
        )}
      </div>
    </>
  )
}

const Ending = ({ effect: { ending } }: { readonly effect: Extract<ConversationEffect, { readonly type: "end" }> }) => {
  const t = useTranslate()
  return (
    <div className={classes["ended"]}>
      <b>{t(`editor.test.ended.${ending.endType}`)}</b>
      {ending.message !== "" && (
        <span lang={ending.language} dir={ending.language === undefined ? "auto" : getTextDirection(ending.language)}>
          {ending.message}
        </span>
      )}
      {ending.endAction === "redirect" && <span>{t("editor.test.redirect", { url: ending.url })}</span>}
      {ending.endAction === "livestats" && <span>{t("editor.test.livestats")}</span>}
    </div>
  )
}

const AwaitedInput = ({ actor }: { readonly actor: TestRunActor }) => {
  const formatFinding = useFindingText()
  const isWaiting = useSelector(actor, (state) => state.matches("waiting"))
  const awaited = useSelector(actor, ({ context }) => context.state.waiting)
  const turnCount = useSelector(actor, ({ context }) => context.before.length)
  const question = useSelector(actor, ({ context }) => getLastQuestion(context))
  const language = useSelector(actor, ({ context }) => context.language)
  const rejection = useSelector(actor, ({ context }) => context.refused)
  if (!isWaiting || awaited === null) return null
  if (awaited.for === "action") return <Outcome key={`${awaited.uuid} ${turnCount}`} actor={actor} />
  return question === null ? null : (
    <div className={classes["waiting"]}>
      <TestAnswerControl
        key={`${awaited.uuid} ${turnCount}`}
        question={question}
        language={language}
        errorText={rejection === null ? null : formatFinding({ ...rejection, message: rejection.key })}
        onAnswer={(answer) => actor.send({ type: "answer.submit", given: answer })}
      />
    </div>
  )
}

/** The question that was asked last, as it was shown. */
const getLastQuestion = ({ spoken: lines }: RehearsalContext) => {
  const lastAsk = lines.findLast((line) => line.by === "script" && line.effect.type === "ask")
  return lastAsk?.by === "script" && lastAsk.effect.type === "ask" ? lastAsk.effect.question : null
}

const Outcome = ({ actor }: { readonly actor: TestRunActor }) => {
  const t = useTranslate()
  const [outcome, setOutcome] = useState("")
  const [fields, setFields] = useState("")
  const fieldsError = useLinesError(fields)
  const externalKeys = useEditorState(listExternalKeys)
  const script = useSelector(actor, ({ context }) => context.script)
  const action = useSelector(actor, ({ context: { chat, state } }) => chat.list[state.next - 1]?.instruction.action)
  const expectedKeys = action?.type === "crmAuth" ? listKnownKeys(script.instructions, externalKeys).crm : []
  const hint = useLinesHint(expectedKeys, expectedKeys.length > 0)
  return (
    <form
      className={classes["outcome"]}
      onSubmit={(event) => {
        event.preventDefault()
        actor.send({ type: "outcome.submit", outcome, fields })
      }}
    >
      <label>
        {t("editor.test.outcome")}
        <input value={outcome} autoComplete="off" onChange={(event) => setOutcome(event.currentTarget.value)} />
      </label>
      <button type="submit">{t("editor.test.outcome.give")}</button>
      {action?.type !== "payment" && (
        <Textarea
          className={classes["fields"] ?? ""}
          label={t("editor.test.fields")}
          description={hint}
          error={fieldsError}
          rows={2}
          spellCheck={false}
          value={fields}
          onChange={(event) => setFields(event.currentTarget.value)}
        />
      )}
    </form>
  )
}
