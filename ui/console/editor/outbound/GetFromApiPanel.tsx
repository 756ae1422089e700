// [A11] The panel of steps that get values from an API: endpoint and payload.
import type { Instruction } from "../../../../domain/script/instruction.ts"
import { getInstructionName } from "../../../../domain/script/instruction-name.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { useIsLocked, useUpdateInstruction } from "../editor-context.tsx"
import { useRecallCompletionsInJson } from "../fields/CompletionList.tsx"
import { JsonField } from "../fields/JsonField.tsx"
import { EndpointField } from "./EndpointField.tsx"
import classes from "./OutboundPanels.module.css"

export const GetFromApiPanel = ({ instruction }: { readonly instruction: Instruction }) => {
  const t = useTranslate()
  const { uuid, order, action } = instruction
  const updateInstruction = useUpdateInstruction(uuid)
  const locked = useIsLocked("action")
  const findCompletions = useRecallCompletionsInJson(order)
  if (action?.type !== "getFromAPI") return null
  const { params } = action
  const set = (changes: Partial<typeof params>, field: string) =>
    updateInstruction(field, { action: { ...action, params: { ...params, ...changes } } })
  return (
    <div className={classes["panel"]}>
      <EndpointField
        description={t("outbound.get.endpoint.help")}
        value={params.endpoint ?? ""}
        locked={locked}
        onType={(endpoint) => set({ endpoint }, "get endpoint")}
      />
      <JsonField
        part="/action/params/sendPayload"
        label={t("outbound.get.payload")}
        description={t("outbound.get.payload.help", { braces: "{{" })}
        findCompletions={findCompletions}
        value={params.sendPayload}
        locked={locked}
        onChange={(sendPayload) => set({ sendPayload }, "get payload")}
      />
      <p className={classes["quiet"]}>{t("outbound.outcome", { recall: `{{actions.${getInstructionName(instruction)}}}` })}</p>
    </div>
  )
}
