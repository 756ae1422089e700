// The conversation of a test run so far, and the control for the awaited answer or outcome.
import { Textarea } from "@mantine/core"
import { useSelector } from "@xstate/react"
import { useState } from "react"
import { amountText } from "../../../../domain/chat/answer-facets.ts"
import type { ConversationEffect } from "../../../../domain/chat/conversation-state.ts"
import { listKnownKeys } from "../../../../domain/conditions/condition-builder.ts"
import { videoAddress } from "../../../../domain/rich-text/message-media.ts"
import type { RehearsalContext, RehearsalLine } from "../../../../machines/editor/rehearsal-machine.ts"
import { useFindingText, useLanguage, useTranslate } from "../../../kit/i18n.tsx"
import { listExternalKeys, useEditorState } from "../editor-context.tsx"
import { ScriptMarkup } from "./ScriptMarkup.tsx"
import { TestAnswerControl } from "./TestAnswerControl.tsx"
import { useLinesError, useLinesHint } from "./TestInputs.tsx"
import classes from "./TestPane.module.css"
import type { TestRunActor } from "./TestPane.tsx"

type Props = { readonly actor: TestRunActor; readonly onGo: (uuid: string) => void }

export const TestConversation = ({ actor, onGo }: Props) => {
  const t = useTranslate()
  const spoken = useSelector(actor, ({ context }) => context.spoken)
  const types = useSelector(actor, (state) => state.matches("typing"))
  return (
    <div className={classes["conversation"]}>
      <div className={classes["log"]} role="log" aria-label={t("editor.test.log")}>
        {spoken.map((one, place) => (
          // Lines never move, so the index identifies them.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <div key={place} ref={comeIntoSight} className={classes["said"]} data-by={one.by}>
            {one.by === "respondent" ? (
              <p className={classes["reply"]} dir="auto">
                {one.text === null ? <i>{t("editor.test.skipped")}</i> : one.text || "–"}
              </p>
            ) : (
              <Said effect={one.effect} onGo={onGo} />
            )}
          </div>
        ))}
        {types && (
          <output ref={comeIntoSight} className={classes["typing"]} aria-label={t("editor.test.typing")}>
            <span />
            <span />
            <span />
          </output>
        )}
      </div>
      <Waiting actor={actor} />
    </div>
  )
}

const comeIntoSight = (element: HTMLElement | null): void => element?.scrollIntoView({ block: "nearest" })

type Scripted = Extract<RehearsalLine, { readonly by: "script" }>["effect"]

const Said = ({ effect, onGo }: { readonly effect: Scripted; readonly onGo: (uuid: string) => void }) => {
  const t = useTranslate()
  const { language } = useLanguage()
  if (effect.type === "end") return <Ended effect={effect} />
  return (
    <>
      <button
        type="button"
        className={classes["name"]}
        title={t("editor.test.go", { name: effect.name })}
        onClick={() => onGo(effect.uuid)}
      >
        {effect.name}
      </button>
      <div className={classes["bubble"]} dir="auto">
        {effect.type === "show" && effect.as === "video" ? (
          <a href={videoAddress(effect.html)} target="_blank" rel="noopener noreferrer">
            {videoAddress(effect.html)}
          </a>
        ) : (
          <ScriptMarkup html={effect.html} />
        )}
        {effect.type === "score" && (
          <p className={classes["score"]}>
            {effect.score.average === null ? t("editor.test.score.none") : t("editor.test.score", { average: effect.score.average })}
          </p>
        )}
        {effect.type === "act" && (
          <p className={classes["act"]}>
            {t("editor.test.act", { what: t(`editor.kind.${effect.action.type}`) })}
            {effect.due !== null && ` ${amountText(effect.due, language)}`}
          </p>
        )}
      </div>
    </>
  )
}

const Ended = ({ effect: { ending } }: { readonly effect: Extract<ConversationEffect, { readonly type: "end" }> }) => {
  const t = useTranslate()
  return (
    <div className={classes["ended"]}>
      <b>{t(`editor.test.ended.${ending.endType}`)}</b>
      {ending.message !== "" && <span dir="auto">{ending.message}</span>}
      {ending.endAction === "redirect" && <span>{t("editor.test.redirect", { url: ending.url })}</span>}
      {ending.endAction === "livestats" && <span>{t("editor.test.livestats")}</span>}
    </div>
  )
}

const Waiting = ({ actor }: { readonly actor: TestRunActor }) => {
  const say = useFindingText()
  const waits = useSelector(actor, (state) => state.matches("waiting"))
  const waiting = useSelector(actor, ({ context }) => context.state.waiting)
  const turn = useSelector(actor, ({ context }) => context.before.length)
  const question = useSelector(actor, ({ context }) => askedIn(context))
  const refused = useSelector(actor, ({ context }) => context.refused)
  if (!waits || waiting === null) return null
  if (waiting.for === "action") return <Outcome key={`${waiting.uuid} ${turn}`} actor={actor} />
  return question === null ? null : (
    <div className={classes["waiting"]}>
      <TestAnswerControl
        key={`${waiting.uuid} ${turn}`}
        question={question}
        said={refused === null ? null : say({ ...refused, message: refused.key })}
        onAnswer={(given) => actor.send({ type: "answer.give", given })}
      />
    </div>
  )
}

/** The question that was asked last, as it was shown. */
const askedIn = ({ spoken }: RehearsalContext) => {
  const last = spoken.findLast((one) => one.by === "script" && one.effect.type === "ask")
  return last?.by === "script" && last.effect.type === "ask" ? last.effect.question : null
}

const Outcome = ({ actor }: { readonly actor: TestRunActor }) => {
  const t = useTranslate()
  const [outcome, type] = useState("")
  const [fields, write] = useState("")
  const fault = useLinesError(fields)
  const external = useEditorState(listExternalKeys)
  const script = useSelector(actor, ({ context }) => context.script)
  const action = useSelector(actor, ({ context: { chat, state } }) => chat.list[state.next - 1]?.instruction.action)
  const asked = action?.type === "crmAuth" ? listKnownKeys(script.instructions, external).crm : []
  const hint = useLinesHint(asked, asked.length > 0)
  return (
    <form
      className={classes["outcome"]}
      onSubmit={(event) => {
        event.preventDefault()
        actor.send({ type: "outcome.give", outcome, fields })
      }}
    >
      <label>
        {t("editor.test.outcome")}
        <input value={outcome} autoComplete="off" onChange={(event) => type(event.currentTarget.value)} />
      </label>
      <button type="submit">{t("editor.test.outcome.give")}</button>
      {action?.type !== "payment" && (
        <Textarea
          className={classes["fields"] ?? ""}
          label={t("editor.test.fields")}
          description={hint}
          error={fault}
          rows={2}
          spellCheck={false}
          value={fields}
          onChange={(event) => write(event.currentTarget.value)}
        />
      )}
    </form>
  )
}
