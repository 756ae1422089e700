// Preview and test of a delivery: its payload for a made-up conversation, or for an existing one.
import { Button, TextInput } from "@mantine/core"
import { IconSend } from "@tabler/icons-react"
import { useSelector } from "@xstate/react"
import { useMemo } from "react"
import { parseConversationId } from "../../../../domain/actions/fake-conversation.ts"
import { type DeliveryWizardActor, visiblePayload } from "../../../../machines/editor/delivery-wizard-machine.ts"
import { CopyButton } from "../../../kit/CopyButton.tsx"
import { FailureNotice } from "../../../kit/FailureNotice.tsx"
import { useTranslate } from "../../../kit/i18n.tsx"
import { Notice } from "../../../kit/Notice.tsx"
import { DeliveryAttemptDetails } from "../../deliveries/DeliveryDisplay.tsx"
import { useEditorState } from "../editor-context.tsx"
import { tokenizeJson } from "./json-highlighting.ts"
import classes from "./OutboundPanels.module.css"

/** A scrolling region must be reachable by keyboard (WCAG 2.1.1). */
const focusable = { tabIndex: 0 } as const

export const HighlightedJson = ({ name, text }: { readonly name: string; readonly text: string }) => {
  const tokens = useMemo(() => tokenizeJson(text), [text])
  return (
    <figure className={classes["json"]} aria-label={name} {...focusable}>
      <pre>
        {tokens.map(({ kind, text: source }, index) =>
          kind === "between" ? (
            source
          ) : (
            // oxlint-disable-next-line react/no-array-index-key -- tokens have only their index
            <span key={index} data-kind={kind}>
              {source}
            </span>
          ),
        )}
      </pre>
    </figure>
  )
}

/** Shows the payload. Text that is not a conversation id is ignored. In developer mode it also shows the stored settings. */
export const PayloadPreview = ({ actor }: { readonly actor: DeliveryWizardActor }) => {
  const t = useTranslate()
  const context = useSelector(actor, (state) => state.context)
  const isLoading = useSelector(actor, (state) => state.hasTag("previewing"))
  const isDeveloper = useEditorState(({ flags }) => flags.dev)
  const { conversation, previewFailure, params } = context
  const hasConversation = parseConversationId(conversation) !== undefined
  const payload = visiblePayload(context)
  const text = payload === null ? "" : JSON.stringify(payload, null, 2)
  return (
    <>
      <div className={classes["top"]}>
        <h3>{t("outbound.preview.payload")}</h3>
        {payload !== null && <CopyButton text={text} label={t("outbound.preview.copy")} done={t("outbound.preview.copied")} />}
      </div>
      <p className={classes["quiet"]}>{t(hasConversation ? "outbound.preview.had" : "outbound.preview.made-up")}</p>
      {payload !== null && <HighlightedJson name={t("outbound.preview.payload")} text={text} />}
      <output className={classes["quiet"]}>{isLoading && payload === null && t("outbound.preview.waiting")}</output>
      <FailureNotice failure={previewFailure} />
      {previewFailure !== null && (
        <div>
          <Button variant="default" size="xs" onClick={() => actor.send({ type: "preview.retry" })}>
            {t("retry")}
          </Button>
        </div>
      )}
      <TextInput
        label={t("outbound.preview.id")}
        description={t("outbound.preview.id.help")}
        autoComplete="off"
        spellCheck={false}
        value={conversation}
        onChange={(event) => actor.send({ type: "preview-conversation.update", text: event.currentTarget.value })}
      />
      {isDeveloper && (
        <details>
          <summary>{t("outbound.developer")}</summary>
          <HighlightedJson name={t("outbound.developer.params")} text={JSON.stringify(params, null, 2)} />
        </details>
      )}
    </>
  )
}

/** Sends a test delivery immediately and shows the result. */
export const DeliveryTest = ({ actor }: { readonly actor: DeliveryWizardActor }) => {
  const t = useTranslate()
  const testDelivery = useSelector(actor, ({ context }) => context.tested)
  const failure = useSelector(actor, ({ context }) => context.testFailure)
  const isTesting = useSelector(actor, (state) => state.hasTag("testing"))
  const canTest = useSelector(actor, (state) => state.can({ type: "delivery.test" }))
  const attempt = testDelivery?.attempts.at(-1)
  return (
    <div className={classes["try"]}>
      <div className={classes["row"]}>
        <Button
          variant="default"
          leftSection={<IconSend size={16} aria-hidden="true" />}
          loading={isTesting}
          disabled={!canTest && !isTesting}
          onClick={() => actor.send({ type: "delivery.test" })}
        >
          {t("outbound.try")}
        </Button>
      </div>
      <p className={classes["quiet"]}>{t("outbound.try.help")}</p>
      <FailureNotice failure={failure} />
      {testDelivery !== null && attempt !== undefined && (
        <Notice
          tone={testDelivery.state === "delivered" ? "good" : "bad"}
          title={t(testDelivery.state === "delivered" ? "outbound.try.delivered" : "outbound.try.failed")}
        >
          <DeliveryAttemptDetails attempt={attempt} />
        </Notice>
      )}
    </div>
  )
}
