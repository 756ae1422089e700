// Panels of steps that call a connection: CRM authentication [A13], CRM value [A12, A15] and connector [A14].
import { NativeSelect, TextInput } from "@mantine/core"
import {
  type CrmAuthField,
  type CrmAuthParams,
  crmAuthFields,
  crmAuthTypes,
  getCrmAuthType,
} from "../../../../domain/actions/crm-action.ts"
import { getMapper } from "../../../../domain/actions/delivery-payload.ts"
import type { Instruction } from "../../../../domain/script/instruction.ts"
import { getInstructionName } from "../../../../domain/script/instruction-name.ts"
import { maxUrlLength } from "../../../../domain/text/web-url.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { SegmentedField } from "../../../kit/SegmentedField.tsx"
import { useIsLocked, useUpdateInstruction } from "../editor-context.tsx"
import { JsonField } from "../fields/JsonField.tsx"
import { RecallTextarea } from "../fields/RecallField.tsx"
import { ConnectionSelect, WithOutboundMachines } from "./ConnectionSelect.tsx"
import classes from "./OutboundPanels.module.css"

/** Identifies the respondent with the help of a connection. The type of authentication decides which fields there are. */
export const CrmAuthPanel = ({ instruction }: { readonly instruction: Instruction }) => {
  const t = useTranslate()
  const { uuid, action } = instruction
  const updateInstruction = useUpdateInstruction(uuid)
  const locked = useIsLocked("action")
  if (action?.type !== "crmAuth") return null
  const { params } = action
  const authType = getCrmAuthType(params)
  const set = (changes: Partial<CrmAuthParams>, field: string | null) =>
    updateInstruction(field === null ? null : `crm ${field}`, { action: { ...action, params: { ...params, ...changes } } })
  return (
    <div className={classes["panel"]}>
      <SegmentedField
        label={t("outbound.auth")}
        value={authType}
        locked={locked}
        options={crmAuthTypes.map((type) => [type, t(`outbound.auth.${type}`)])}
        onPick={(crmAuthType) => set({ crmAuthType }, null)}
      />
      <p className={classes["quiet"]}>{t(`outbound.auth.${authType}.help`)}</p>
      <WithOutboundMachines>
        {(machines) => (
          <ConnectionSelect
            machines={machines}
            label={t("outbound.connection")}
            part="/action/params/connection"
            value={params.connection}
            locked={locked}
            onPick={(connection, platform) => set({ connection, platform }, null)}
          />
        )}
      </WithOutboundMachines>
      {crmAuthFields[authType].map((field) => (
        <Field
          key={field}
          name={field}
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
  readonly name: CrmAuthField
  readonly instruction: Instruction
  readonly value: string
  readonly locked: boolean
  readonly onType: (text: string) => void
}

const recallFields = ["valueSelector", "placeholder", "emailSubject", "emailBody"] as const

const Field = ({ name, instruction, value, locked, onType }: FieldProps) => {
  const t = useTranslate()
  const hasRecalls = recallFields.some((it) => it === name)
  const labels = { label: t(`outbound.auth.field.${name}`), description: t(`outbound.auth.field.${name}.help`) }
  return hasRecalls ? (
    <RecallTextarea
      {...labels}
      rows={name === "emailBody" ? 4 : 1}
      instruction={instruction}
      value={value}
      locked={locked}
      onType={onType}
    />
  ) : (
    <TextInput
      {...labels}
      className={classes["field"] ?? ""}
      type={name === "emailSender" ? "email" : "text"}
      autoComplete="off"
      dir="auto"
      maxLength={maxUrlLength}
      readOnly={locked}
      value={value}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  )
}

/** Requests a value from a connection: which column, and the placeholder of the field. */
export const CrmApiPanel = ({ instruction }: { readonly instruction: Instruction }) => {
  const t = useTranslate()
  const { uuid, action } = instruction
  const updateInstruction = useUpdateInstruction(uuid)
  const locked = useIsLocked("action")
  if (action?.type !== "crmApi") return null
  const { params } = action
  const set = (changes: Partial<typeof params>, field: string | null) =>
    updateInstruction(field, { action: { ...action, params: { ...params, ...changes } } })
  return (
    <div className={classes["panel"]}>
      <WithOutboundMachines>
        {(machines) => (
          <ConnectionSelect
            machines={machines}
            label={t("outbound.connection")}
            part="/action/params/connection"
            value={params.connection}
            locked={locked}
            onPick={(connection, platform) => set({ connection, platform }, null)}
          />
        )}
      </WithOutboundMachines>
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
      <RecallTextarea
        label={t("outbound.auth.field.placeholder")}
        description={t("outbound.column.placeholder.help")}
        rows={1}
        instruction={instruction}
        value={params.placeholder ?? ""}
        locked={locked}
        onType={(placeholder) => set({ placeholder }, "crm placeholder")}
      />
      <p className={classes["quiet"]}>{t("outbound.outcome", { recall: `{{actions.${getInstructionName(instruction)}}}` })}</p>
    </div>
  )
}

/** Sends answers to a connection: through which mapper, and values that complete or replace answers. */
export const SendToConnectorPanel = ({ instruction: { uuid, action } }: { readonly instruction: Instruction }) => {
  const t = useTranslate()
  const updateInstruction = useUpdateInstruction(uuid)
  const locked = useIsLocked("action")
  if (action?.type !== "send2con") return null
  const { params } = action
  const set = (changes: Partial<typeof params>, field: string | null) =>
    updateInstruction(field, { action: { ...action, params: { ...params, ...changes } } })
  const mapper = getMapper(params)
  return (
    <div className={classes["panel"]}>
      <p className={classes["quiet"]}>{t("outbound.connector.help")}</p>
      <WithOutboundMachines>
        {(machines) => (
          <ConnectionSelect
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
          </ConnectionSelect>
        )}
      </WithOutboundMachines>
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
