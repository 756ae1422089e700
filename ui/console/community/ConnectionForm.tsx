// [O3–O7] Panel that adds or edits a connection. Its fields depend on the platform and the authentication type.

import { Checkbox, NativeSelect, Textarea, TextInput } from "@mantine/core"
import { useSelector } from "@xstate/react"
import type { FocusEvent } from "react"
import {
  authTypeNumbers,
  authTypes,
  type Credential,
  isSecretCredential,
  type ListedConnection,
  platformNumbers,
  platforms,
} from "../../../domain/connections/connection.ts"
import {
  getPlatform,
  losesSecrets,
  type PlatformField,
  platformFields,
  requestedCredentials,
  requiredFields,
  visibleFields,
} from "../../../domain/connections/connection-form.ts"
import { secretMask } from "../../../domain/connections/secret-masking.ts"
import type { ConnectionFormActor, ConnectionsActor } from "../../../machines/community/connections-machine.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { FormDialog, FormFields } from "../../kit/FormDialog.tsx"
import { useForm } from "../../kit/form-binding.ts"
import type { FieldChange } from "../../kit/form-fields.ts"
import { useTranslate } from "../../kit/i18n.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { PasswordField, type PasswordFieldProps } from "../../kit/PasswordField.tsx"

type SecretFieldProps = Omit<PasswordFieldProps, "onFocus" | "autoComplete">

/** Field for a secret of another service. A stored secret is shown as a mask, which is selected on focus, so that typing replaces it. */
export const SecretField = (props: SecretFieldProps) => (
  <PasswordField
    {...props}
    // Keeps the browser from filling in the user's own passwords.
    autoComplete="new-password"
    spellCheck={false}
    onFocus={({ currentTarget }) => {
      if (currentTarget.value === secretMask) currentTarget.select()
    }}
  />
)

/** Props of a field of the form; see kit/form-binding.ts. */
export type ConnectionFieldProps = {
  readonly name: string
  readonly value: string
  readonly error: string | undefined
  readonly required: boolean
  readonly disabled: boolean
  readonly onChange: (change: FieldChange) => void
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void
}

/** A field that only some platforms have. */
export const ConnectionField = ({ field, entry }: { readonly field: PlatformField; readonly entry: ConnectionFieldProps }) => {
  const t = useTranslate()
  const label = t(`connections.${field}`)
  switch (field) {
    case "apiMethod":
      return (
        <ConnectionSelectField label={label} entry={entry} data={[{ value: "", label: t("connections.apiMethod.none") }, "GET", "POST"]} />
      )
    case "authType": {
      const authTypeOptions = authTypeNumbers.map((it) => ({ value: String(it), label: authTypes[it] }))
      return (
        <ConnectionSelectField
          label={label}
          entry={entry}
          data={[{ value: "", label: t("connections.authType.none") }, ...authTypeOptions]}
        />
      )
    }
    case "headers":
    case "sheetCredentials":
      return (
        <Textarea
          label={label}
          description={entry.error === undefined ? t(`connections.${field}.help`) : undefined}
          rows={field === "headers" ? 2 : 5}
          spellCheck={false}
          autoComplete="off"
          {...entry}
        />
      )
    case "apiQuery":
      return <SecretField label={label} description={entry.error === undefined ? t("connections.apiQuery.help") : undefined} {...entry} />
    case "production": {
      const { value, disabled, onChange, name } = entry
      return (
        <Checkbox
          label={label}
          name={name}
          checked={value === "true"}
          disabled={disabled}
          onChange={({ currentTarget: { checked } }) => onChange(checked ? "true" : "")}
        />
      )
    }
    case "apiHost":
      return <TextInput type="url" label={label} placeholder="https://" autoComplete="off" {...entry} />
    default:
      return <TextInput label={label} autoComplete="off" {...entry} />
  }
}

/** A credential field of the selected authentication type [O4]. */
export const CredentialField = ({ credential, entry }: { readonly credential: Credential; readonly entry: ConnectionFieldProps }) => {
  const label = useTranslate()(`connections.fields.${credential}`)
  return isSecretCredential(credential) ? (
    <SecretField label={label} {...entry} />
  ) : (
    <TextInput label={label} autoComplete="off" {...entry} />
  )
}

type ConnectionSelectFieldProps = {
  readonly label: string
  readonly entry: ConnectionFieldProps
  readonly data: ReadonlyArray<string | { readonly value: string; readonly label: string }>
}

export const ConnectionSelectField = ({ label, entry, data }: ConnectionSelectFieldProps) => (
  <NativeSelect label={label} data={[...data]} {...entry} />
)

export const ConnectionForm = ({ actor }: { readonly actor: ConnectionsActor }) => {
  const t = useTranslate()
  const form = useSelector(actor, ({ children }) => children.form)
  const chosen = useSelector(actor, ({ context }) => context.chosen)
  return (
    <FormDialog form={form} title={chosen === null ? t("connections.add") : t("connections.edit", { name: chosen.name })} aside>
      {(it) => <Fields actor={it} stored={chosen} />}
    </FormDialog>
  )
}

type FieldsProps = { readonly actor: ConnectionFormActor; readonly stored: ListedConnection | null }

const Fields = ({ actor, stored }: FieldsProps) => {
  const t = useTranslate()
  const form = useForm(actor)
  const { field, values, failure, edited } = form
  const requiredNames = requiredFields(values)
  const entry = (name: string) => ({ required: requiredNames.includes(name), ...field(name) })
  const key = entry("externalKey")
  return (
    <FormFields
      form={form}
      submitLabel={t("connections.save")}
      unchanged={stored !== null && !edited}
      notice={<FailureNotice failure={failure} shown={visibleFields(values)} isExplained />}
    >
      <ConnectionSelectField
        label={t("connections.platform")}
        data={platformNumbers.map((it) => ({ value: String(it), label: t(`connections.platform.${platforms[it]}`) }))}
        entry={entry("platform")}
      />
      <TextInput label={t("connections.name")} autoComplete="off" {...entry("name")} />
      <TextInput
        label={t("connections.externalKey")}
        description={key.error === undefined ? t("connections.externalKey.help") : undefined}
        autoComplete="off"
        {...key}
      />
      {edited && losesSecrets(values, stored) && (
        <Notice tone="quiet">
          <p>{t("connections.elsewhere")}</p>
        </Notice>
      )}
      {platformFields(getPlatform(values)).map((name) => (
        <ConnectionField key={name} field={name} entry={entry(name)} />
      ))}
      {requestedCredentials(values).map((name) => (
        <CredentialField key={name} credential={name} entry={entry(`fields.${name}`)} />
      ))}
    </FormFields>
  )
}
