// The panel that adds or edits a connection. What it asks for follows the platform and the way of authentication (decisions O3–O7).

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
  losesSecrets,
  type PlatformField,
  platformFields,
  platformOf,
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

// A field for somebody else's secret. One that is kept is shown as its mask, which is selected as a whole, so that typing replaces it.

type Props = Omit<PasswordFieldProps, "onFocus" | "autoComplete">

export const SecretField = (props: Props) => (
  <PasswordField
    {...props}
    // The browser's own passwords have no place here.
    autoComplete="new-password"
    spellCheck={false}
    onFocus={({ currentTarget }) => {
      if (currentTarget.value === secretMask) currentTarget.select()
    }}
  />
)

// One field of a connection's form, as its kind is written: a choice, an address, lines, a secret.

/** What a field of the form is given; see kit/form-binding.ts. */
export type ConnectionFieldProps = {
  readonly name: string
  readonly value: string
  readonly error: string | undefined
  readonly required: boolean
  readonly readOnly: boolean
  readonly onChange: (change: FieldChange) => void
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void
}

/** A field that some platforms have. */
export const ConnectionField = ({ of, entry }: { readonly of: PlatformField; readonly entry: ConnectionFieldProps }) => {
  const t = useTranslate()
  const label = t(`connections.${of}`)
  switch (of) {
    case "apiMethod":
      return (
        <ConnectionSelectField label={label} entry={entry} data={[{ value: "", label: t("connections.apiMethod.none") }, "GET", "POST"]} />
      )
    case "authType": {
      const ways = authTypeNumbers.map((it) => ({ value: String(it), label: authTypes[it] }))
      return <ConnectionSelectField label={label} entry={entry} data={[{ value: "", label: t("connections.authType.none") }, ...ways]} />
    }
    case "headers":
    case "sheetCredentials":
      return (
        <Textarea
          label={label}
          description={entry.error === undefined ? t(`connections.${of}.help`) : undefined}
          rows={of === "headers" ? 2 : 5}
          spellCheck={false}
          autoComplete="off"
          {...entry}
        />
      )
    case "production": {
      const { value, readOnly, onChange, name } = entry
      return (
        <Checkbox
          label={label}
          name={name}
          checked={value === "true"}
          disabled={readOnly}
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

/** A field that a way of authentication has. */
export const CredentialField = ({ of, entry }: { readonly of: Credential; readonly entry: ConnectionFieldProps }) => {
  const label = useTranslate()(`connections.fields.${of}`)
  return isSecretCredential(of) ? <SecretField label={label} {...entry} /> : <TextInput label={label} autoComplete="off" {...entry} />
}

type ChoiceProps = {
  readonly label: string
  readonly entry: ConnectionFieldProps
  readonly data: ReadonlyArray<string | { readonly value: string; readonly label: string }>
}

export const ConnectionSelectField = ({ label, entry: { readOnly, ...entry }, data }: ChoiceProps) => (
  <NativeSelect label={label} data={[...data]} disabled={readOnly} {...entry} />
)

export const ConnectionForm = ({ actor }: { readonly actor: ConnectionsActor }) => {
  const t = useTranslate()
  const form = useSelector(actor, ({ children }) => children.form)
  const chosen = useSelector(actor, ({ context }) => context.chosen)
  return (
    <FormDialog form={form} title={chosen === null ? t("connections.add") : t("connections.edit", { name: chosen.name })} aside>
      {(it) => <Fields actor={it} before={chosen} />}
    </FormDialog>
  )
}

type FieldsProps = { readonly actor: ConnectionFormActor; readonly before: ListedConnection | null }

const Fields = ({ actor, before }: FieldsProps) => {
  const t = useTranslate()
  const form = useForm(actor)
  const { field, values, failure, edited, dirty } = form
  const needed = requiredFields(values)
  const entry = (name: string) => ({ required: needed.includes(name), ...field(name) })
  const key = entry("externalKey")
  return (
    <FormFields
      form={form}
      submitLabel={t("connections.save")}
      unchanged={before !== null && !dirty}
      notice={<FailureNotice failure={failure} shown={visibleFields(values)} />}
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
      {edited && losesSecrets(values, before) && (
        <Notice tone="quiet">
          <p>{t("connections.elsewhere")}</p>
        </Notice>
      )}
      {platformFields(platformOf(values)).map((name) => (
        <ConnectionField key={name} of={name} entry={entry(name)} />
      ))}
      {requestedCredentials(values).map((name) => (
        <CredentialField key={name} of={name} entry={entry(`fields.${name}`)} />
      ))}
    </FormFields>
  )
}
