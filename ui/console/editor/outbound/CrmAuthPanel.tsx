// Who the respondent is: asked of a connection. The way of authentication decides what there is to be set (spec/2-editor §4; decisions A13).
import { TextInput } from "@mantine/core"
import { type CrmAuthField, type CrmAuthParams, crmAuthFields, crmAuthTypeOf, crmAuthTypes } from "../../../../domain/actions/crm.ts"
import { longestAddress } from "../../../../domain/address.ts"
import type { Instruction } from "../../../../domain/script/instruction.ts"
import { useWords } from "../../../kit/words.tsx"
import { useLocked, useWrite } from "../editing.tsx"
import { Segments } from "../fields/Segments.tsx"
import { ConnectionChoice } from "./ConnectionChoice.tsx"
import classes from "./outbound.module.css"
import { WithOutbound } from "./outbound.tsx"
import { RecallField } from "./RecallField.tsx"

export const CrmAuthPanel = ({ instruction }: { readonly instruction: Instruction }) => {
  const t = useWords()
  const { uuid, action } = instruction
  const write = useWrite(uuid)
  const locked = useLocked("action")
  if (action?.type !== "crmAuth") return null
  const { params } = action
  const authType = crmAuthTypeOf(params)
  const set = (part: Partial<CrmAuthParams>, field: string | null) =>
    write(field === null ? null : `crm ${field}`, { action: { ...action, params: { ...params, ...part } } })
  return (
    <div className={classes["panel"]}>
      <Segments
        label={t("outbound.auth")}
        value={authType}
        locked={locked}
        options={crmAuthTypes.map((one) => [one, t(`outbound.auth.${one}`)])}
        onPick={(crmAuthType) => set({ crmAuthType }, null)}
      />
      <p className={classes["quiet"]}>{t(`outbound.auth.${authType}.help`)}</p>
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
      {crmAuthFields[authType].map((field) => (
        <Field
          key={field}
          of={field}
          instruction={instruction}
          value={params[field] ?? ""}
          locked={locked}
          onType={(text) => set({ [field]: text }, field)}
        />
      ))}
      <p className={classes["quiet"]}>{t("outbound.auth.known")}</p>
    </div>
  )
}

type FieldProps = {
  readonly of: CrmAuthField
  readonly instruction: Instruction
  readonly value: string
  readonly locked: boolean
  readonly onType: (text: string) => void
}

const recalled = ["valueSelector", "placeholder", "emailSubject", "emailBody"] as const

const Field = ({ of, instruction, value, locked, onType }: FieldProps) => {
  const t = useWords()
  const isRecalled = recalled.some((it) => it === of)
  const given = { label: t(`outbound.auth.field.${of}`), description: t(`outbound.auth.field.${of}.help`) }
  return isRecalled ? (
    <RecallField {...given} rows={of === "emailBody" ? 4 : 1} instruction={instruction} value={value} locked={locked} onType={onType} />
  ) : (
    <TextInput
      {...given}
      className={classes["field"] ?? ""}
      type={of === "emailSender" ? "email" : "text"}
      autoComplete="off"
      dir="auto"
      maxLength={longestAddress}
      readOnly={locked}
      value={value}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  )
}
