// The conversation of a test: the chat page in a frame, and below it what the author decides: the outcome of an action.
import { Anchor, Button, Textarea, TextInput } from "@mantine/core"
import { useSelector } from "@xstate/react"
import { useCallback, useState } from "react"
import { listKnownKeys } from "../../../../domain/editing/condition-builder.ts"
import { buildPreviewUrl } from "../../../../domain/links/respondent-urls.ts"
import { rehearsalParameter } from "../../../../domain/preview/rehearsal-protocol.ts"
import { getInstructionName } from "../../../../domain/script/instruction-name.ts"
import type { RehearsalContext } from "../../../../machines/editor/rehearsal-conversation.ts"
import type { TestRunActor } from "../../../../machines/editor/rehearsal-machine.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { useConsoleServices } from "../../console-services.tsx"
import { PreviewFrame } from "../../preview/PreviewFrame.tsx"
import { listExternalKeys, useEditorState } from "../editor-context.tsx"
import { useLinesError, useLinesHint } from "./TestInputs.tsx"
import classes from "./TestPane.module.css"

type Props = {
  readonly actor: TestRunActor
  readonly onNavigate: (uuid: string) => void
}

export const TestConversation = ({ actor, onNavigate }: Props) => {
  /** Ref callback that selects the instruction whose message was clicked on the page. */
  const followSelection = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return undefined
      const subscription = actor.on("instruction.selected", ({ uuid }) => onNavigate(uuid))
      return () => subscription.unsubscribe()
    },
    [actor, onNavigate],
  )
  return (
    <div className={classes["conversation"]} ref={followSelection}>
      <LookNotice actor={actor} />
      <TestPage actor={actor} />
      <Place actor={actor} onNavigate={onNavigate} />
      <AwaitedOutcome actor={actor} />
    </div>
  )
}

const TestPage = ({ actor }: { readonly actor: TestRunActor }) => {
  const t = useTranslate()
  const { bases } = useConsoleServices()
  const frame = useSelector(actor, ({ children }) => children.frame)
  const community = useSelector(actor, ({ context }) => context.community)
  return (
    <div className={classes["phone"]}>
      <PreviewFrame
        frame={frame}
        src={`${buildPreviewUrl(bases, "chat", community)}?${rehearsalParameter}`}
        title={t("editor.test.page")}
        texts={{
          loading: t("editor.test.loading"),
          unresponsive: t("editor.test.unresponsive"),
          explanation: t("editor.test.unresponsive.text"),
          reload: t("editor.test.reload"),
        }}
      />
    </div>
  )
}

/** Says that the page has the default style, because that of the community could not be loaded. */
const LookNotice = ({ actor }: { readonly actor: TestRunActor }) => {
  const t = useTranslate()
  const isUnstyled = useSelector(actor, (state) => state.matches({ page: "unstyled" }))
  return (
    <output className={classes["stale"]}>
      {isUnstyled && (
        <>
          {t("editor.test.unstyled")}{" "}
          <Anchor component="button" type="button" inherit onClick={() => actor.send({ type: "look.reload" })}>
            {t("retry")}
          </Anchor>
        </>
      )}
    </output>
  )
}

/** Where the conversation is: the instruction that it waits for, or how it ended. */
const Place = ({ actor, onNavigate }: Props) => {
  const t = useTranslate()
  const ending = useSelector(actor, ({ context }) => context.state.ending)
  const instruction = useSelector(actor, ({ context }) => getOpenInstruction(context))
  return (
    <output className={classes["place"]}>
      {ending !== null && (
        <>
          <b>{t(`editor.test.ended.${ending.endType}`)}</b>
          {ending.endAction === "redirect" && <span>{t("editor.test.redirect", { url: ending.url })}</span>}
          {ending.endAction === "livestats" && <span>{t("editor.test.livestats")}</span>}
        </>
      )}
      {ending === null && instruction !== undefined && (
        <Anchor component="button" type="button" inherit onClick={() => onNavigate(instruction.uuid)}>
          {t("editor.test.go", { name: getInstructionName(instruction) })}
        </Anchor>
      )}
    </output>
  )
}

/** The instruction whose answer or outcome the conversation waits for. */
const getOpenInstruction = ({ chat, state }: RehearsalContext) =>
  state.waiting === null ? undefined : chat.list[state.next - 1]?.instruction

const AwaitedOutcome = ({ actor }: { readonly actor: TestRunActor }) => {
  const awaited = useSelector(actor, ({ context }) => context.state.waiting)
  const turnCount = useSelector(actor, ({ context }) => context.checkpoints.length)
  return awaited?.for === "action" ? <Outcome key={`${awaited.uuid} ${turnCount}`} actor={actor} /> : null
}

const Outcome = ({ actor }: { readonly actor: TestRunActor }) => {
  const t = useTranslate()
  const [outcome, setOutcome] = useState("")
  const [fields, setFields] = useState("")
  const fieldsError = useLinesError(fields)
  const externalKeys = useEditorState(listExternalKeys)
  const script = useSelector(actor, ({ context }) => context.script)
  const action = useSelector(actor, ({ context }) => getOpenInstruction(context)?.action)
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
      {action?.type !== undefined && <p>{t("editor.test.act", { what: t(`editor.kind.${action.type}`) })}</p>}
      <TextInput
        label={t("editor.test.outcome")}
        autoComplete="off"
        value={outcome}
        onChange={(event) => setOutcome(event.currentTarget.value)}
      />
      <Button type="submit" variant="default">
        {t("editor.test.outcome.give")}
      </Button>
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
