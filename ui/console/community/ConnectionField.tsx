// One field of a connection's form, as its kind is written: a choice, an address, lines, a secret.
import { Checkbox, NativeSelect, Textarea, TextInput } from "@mantine/core"
import type { FocusEvent } from "react"
import { authTypeNumbers, authTypes, type Credential, isSecretCredential } from "../../../domain/connections/connection.ts"
import type { OwnField } from "../../../domain/connections/connection-form.ts"
import type { Change } from "../../kit/fields.ts"
import { useWords } from "../../kit/words.tsx"
import { SecretField } from "./SecretField.tsx"

/** What a field of the form is given; see kit/form.ts. */
export type Entry = {
  readonly name: string
  readonly value: string
  readonly error: string | undefined
  readonly required: boolean
  readonly readOnly: boolean
  readonly onChange: (change: Change) => void
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void
}

/** A field that some platforms have. */
export const ConnectionField = ({ of, entry }: { readonly of: OwnField; readonly entry: Entry }) => {
  const t = useWords()
  const label = t(`connections.${of}`)
  switch (of) {
    case "apiMethod":
      return <Choice label={label} entry={entry} data={[{ value: "", label: t("connections.apiMethod.none") }, "GET", "POST"]} />
    case "authType": {
      const ways = authTypeNumbers.map((it) => ({ value: String(it), label: authTypes[it] }))
      return <Choice label={label} entry={entry} data={[{ value: "", label: t("connections.authType.none") }, ...ways]} />
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
export const CredentialField = ({ of, entry }: { readonly of: Credential; readonly entry: Entry }) => {
  const label = useWords()(`connections.fields.${of}`)
  return isSecretCredential(of) ? <SecretField label={label} {...entry} /> : <TextInput label={label} autoComplete="off" {...entry} />
}

type ChoiceProps = {
  readonly label: string
  readonly entry: Entry
  readonly data: ReadonlyArray<string | { readonly value: string; readonly label: string }>
}

export const Choice = ({ label, entry: { readOnly, ...entry }, data }: ChoiceProps) => (
  <NativeSelect label={label} data={[...data]} disabled={readOnly} {...entry} />
)
