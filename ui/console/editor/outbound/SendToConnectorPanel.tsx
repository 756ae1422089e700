// A delivery to a connection: which one, through which mapper, and values that stand in for answers or take their place
// (spec/2-editor §3 "send2con"; decisions A14).
import { NativeSelect } from "@mantine/core"
import { mapperOf } from "../../../../domain/actions/connector.ts"
import type { Instruction } from "../../../../domain/script/instruction.ts"
import { useWords } from "../../../kit/words.tsx"
import { useLocked, useWrite } from "../editing.tsx"
import { JsonField } from "../fields/JsonField.tsx"
import { ConnectionChoice } from "./ConnectionChoice.tsx"
import classes from "./outbound.module.css"
import { WithOutbound } from "./outbound.tsx"

export const SendToConnectorPanel = ({ instruction: { uuid, action } }: { readonly instruction: Instruction }) => {
  const t = useWords()
  const write = useWrite(uuid)
  const locked = useLocked("action")
  if (action?.type !== "send2con") return null
  const { params } = action
  const set = (part: Partial<typeof params>, field: string | null) =>
    write(field, { action: { ...action, params: { ...params, ...part } } })
  const mapper = mapperOf(params)
  return (
    <div className={classes["panel"]}>
      <p className={classes["quiet"]}>{t("outbound.connector.help")}</p>
      <WithOutbound>
        {(machines) => (
          <ConnectionChoice
            machines={machines}
            label={t("outbound.connector")}
            part="/action/params/connector"
            value={params.connector}
            locked={locked}
            onPick={(connector) => set({ connector }, null)}
          >
            {({ mappers }) => (
              <NativeSelect
                className={classes["field"] ?? ""}
                label={t("outbound.mapper")}
                disabled={locked}
                value={mapper}
                data={[...new Set([...mappers, mapper])]}
                onChange={(event) => set({ mapper: event.currentTarget.value }, null)}
              />
            )}
          </ConnectionChoice>
        )}
      </WithOutbound>
      {(["defaults", "overrides"] as const).map((field) => (
        <JsonField
          key={field}
          part={`/action/params/${field}`}
          label={t(`outbound.${field}`)}
          description={t(`outbound.${field}.help`)}
          value={params[field]}
          locked={locked}
          onChange={(value) => set({ [field]: value }, `connector ${field}`)}
        />
      ))}
    </div>
  )
}
