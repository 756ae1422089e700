// The panel of a delivery: a summary, and the button that opens the wizard.

import { Button } from "@mantine/core"
import { IconSettings } from "@tabler/icons-react"
import { useActorRef } from "@xstate/react"
import { hasSendableScores, listSendableQuestions, sentQuestionIds } from "../../../../domain/actions/delivery-payload.ts"
import { getDeliveryWait } from "../../../../domain/actions/delivery-trigger.ts"
import { getPayloadVersion } from "../../../../domain/actions/delivery-validation.ts"
import { parsePayloadStructure } from "../../../../domain/actions/payload-structure.ts"
import type { SendToApiParams } from "../../../../domain/script/action.ts"
import type { Instruction } from "../../../../domain/script/instruction.ts"
import { FactList } from "../../../kit/FactList.tsx"
import { useTranslate } from "../../../kit/i18n.tsx"
import type { OutboundMachines } from "../../console-services.tsx"
import { AutoDeliveryBadge } from "../../deliveries/DeliveryDisplay.tsx"
import { useEditor, useEditorState, useIsLocked, useUpdateInstruction } from "../editor-context.tsx"
import { WithOutboundMachines } from "./ConnectionSelect.tsx"
import { DeliveryWizard } from "./DeliveryWizard.tsx"
import classes from "./OutboundPanels.module.css"

export const SendToApiPanel = ({ instruction }: { readonly instruction: Instruction }) => (
  <WithOutboundMachines>{(machines) => <Panel instruction={instruction} machines={machines} />}</WithOutboundMachines>
)

type Props = { readonly instruction: Instruction; readonly machines: OutboundMachines }

const Panel = ({ instruction, machines }: Props) => {
  const t = useTranslate()
  const editor = useEditor()
  const updateInstruction = useUpdateInstruction(instruction.uuid)
  const locked = useIsLocked("action")
  const { community, savedScript, newUuid, now } = useEditorState((context) => context)
  const { uuid, action } = instruction
  const wizard = useActorRef(machines.deliveryWizard, {
    input: {
      community,
      uuid: savedScript.uuid,
      instruction: uuid,
      keep: (params) => {
        // Starts from the current action, so that fields written by newer versions survive.
        const currentAction = editor.getSnapshot().context.draft.instructions.find((it) => it.uuid === uuid)?.action
        if (currentAction?.type === "send2api") updateInstruction(null, { action: { ...currentAction, params } })
      },
      newUuid,
      now,
    },
  })
  if (action?.type !== "send2api") return null
  const { params } = action
  const open = () => {
    const { instructions } = editor.getSnapshot().context.draft
    wizard.send({ type: "wizard.open", params, instructions, locked })
  }
  return (
    <div className={classes["panel"]}>
      {(params.endpoint ?? "") === "" ? <p className={classes["quiet"]}>{t("outbound.none")}</p> : <Summary params={params} />}
      <AutoDeliveryBadge wait={getDeliveryWait(params.trigger)} name={params.trigger?.name ?? ""} />
      <Button variant="default" leftSection={<IconSettings size={18} aria-hidden="true" />} onClick={open}>
        {t(locked ? "outbound.look" : "outbound.open")}
      </Button>
      <DeliveryWizard actor={wizard} />
    </div>
  )
}

const Summary = ({ params }: { readonly params: SendToApiParams }) => {
  const t = useTranslate()
  const instructions = useEditorState(({ draft }) => draft.instructions)
  const total = listSendableQuestions({ instructions }).length
  const count = sentQuestionIds({ instructions }, params.questions).length
  const isAll = params.questions === null || params.questions === undefined || getPayloadVersion(params) === 1
  return (
    <FactList
      labelWidth="8rem"
      facts={[
        { label: t("outbound.summary.endpoint"), value: <code>{params.endpoint}</code> },
        {
          label: t("outbound.summary.questions"),
          value: isAll
            ? t("outbound.summary.questions.all")
            : t(hasSendableScores({ instructions }) ? "outbound.summary.questions.some.scores" : "outbound.summary.questions.some", {
                count,
                total,
              }),
        },
        ...(getPayloadVersion(params) === 2
          ? [{ label: t("outbound.summary.format"), value: t(`outbound.format.${parsePayloadStructure(params.options).format}`) }]
          : []),
      ]}
    />
  )
}
