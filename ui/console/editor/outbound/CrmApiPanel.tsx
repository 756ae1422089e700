// Something asked of a connection: which connection, which column of what it keeps, and the placeholder of its field (spec/2-editor §3 "crmApi").
import { TextInput } from "@mantine/core"
import type { Instruction } from "../../../../domain/script/instruction.ts"
import { nameOf } from "../../../../domain/script/name.ts"
import { useWords } from "../../../kit/words.tsx"
import { useLocked, useWrite } from "../editing.tsx"
import { ConnectionChoice } from "./ConnectionChoice.tsx"
import classes from "./outbound.module.css"
import { WithOutbound } from "./outbound.tsx"
import { RecallField } from "./RecallField.tsx"

export const CrmApiPanel = ({ instruction }: { readonly instruction: Instruction }) => {
  const t = useWords()
  const { uuid, action } = instruction
  const write = useWrite(uuid)
  const locked = useLocked("action")
  if (action?.type !== "crmApi") return null
  const { params } = action
  const set = (part: Partial<typeof params>, field: string | null) =>
    write(field, { action: { ...action, params: { ...params, ...part } } })
  return (
    <div className={classes["panel"]}>
      <WithOutbound>
        {(machines) => (
          <ConnectionChoice
            machines={machines}
            label={t("outbound.connection")}
            part="/action/params/connection"
            value={params.connection}
            locked={locked}
            onPick={(connection, platform) => set({ connection, platform }, null)}
          />
        )}
      </WithOutbound>
      <TextInput
        className={classes["field"] ?? ""}
        label={t("outbound.column")}
        description={t("outbound.column.help")}
        autoComplete="off"
        dir="auto"
        maxLength={255}
        readOnly={locked}
        value={params.column ?? ""}
        onChange={(event) => set({ column: event.currentTarget.value }, "crm column")}
      />
      <RecallField
        label={t("outbound.auth.field.placeholder")}
        description={t("outbound.column.placeholder.help")}
        rows={1}
        instruction={instruction}
        value={params.placeholder ?? ""}
        locked={locked}
        onType={(placeholder) => set({ placeholder }, "crm placeholder")}
      />
      <p className={classes["quiet"]}>{t("outbound.outcome", { recall: `{{actions.${nameOf(instruction)}}}` })}</p>
    </div>
  )
}
