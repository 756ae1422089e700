// The payload as it will be: of a made-up conversation, or of one that is named by its id; anything else that is typed is passed over
// (spec/2-editor §4). In developer mode also the settings as they are kept.
import { Button, TextInput } from "@mantine/core"
import { useSelector } from "@xstate/react"
import { previewed } from "../../../../domain/actions/send-to-api/fake-conversation.ts"
import { type DeliveryWizardActor, shownPayload } from "../../../../machines/editor/outbound/delivery-wizard.ts"
import { CopyButton } from "../../../kit/CopyButton.tsx"
import { FailureNotice } from "../../../kit/FailureNotice.tsx"
import { useWords } from "../../../kit/words.tsx"
import { useEditing } from "../editing.tsx"
import { ColouredJson } from "./ColouredJson.tsx"
import classes from "./outbound.module.css"

export const PayloadPreview = ({ actor }: { readonly actor: DeliveryWizardActor }) => {
  const t = useWords()
  const context = useSelector(actor, (state) => state.context)
  const waits = useSelector(actor, (state) => state.hasTag("previewing"))
  const isDeveloper = useEditing(({ flags }) => flags.dev)
  const { conversation, previewFailure, params } = context
  const isNamed = previewed(conversation) !== undefined
  const payload = shownPayload(context)
  const text = payload === null ? "" : JSON.stringify(payload, null, 2)
  return (
    <>
      <div className={classes["top"]}>
        <h3>{t("outbound.preview.payload")}</h3>
        {payload !== null && <CopyButton text={text} label={t("outbound.preview.copy")} done={t("outbound.preview.copied")} />}
      </div>
      <p className={classes["quiet"]}>{t(isNamed ? "outbound.preview.had" : "outbound.preview.made-up")}</p>
      {payload !== null && <ColouredJson name={t("outbound.preview.payload")} text={text} />}
      <output className={classes["quiet"]}>{waits && payload === null && t("outbound.preview.waiting")}</output>
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
        onChange={(event) => actor.send({ type: "conversation.type", text: event.currentTarget.value })}
      />
      {isDeveloper && (
        <details>
          <summary>{t("outbound.developer")}</summary>
          <ColouredJson name={t("outbound.developer.params")} text={JSON.stringify(params, null, 2)} />
        </details>
      )}
    </>
  )
}
