// The panel that adds or edits a connection. What it asks for follows the platform and the way of authentication (decisions O3–O7).
import { TextInput } from "@mantine/core"
import { useSelector } from "@xstate/react"
import { type ListedConnection, platformNumbers, platforms } from "../../../domain/connections/connection.ts"
import {
  credentialsAsked,
  fieldsNeeded,
  fieldsShown,
  losesSecrets,
  ownFieldsOf,
  platformOf,
} from "../../../domain/connections/connection-form.ts"
import type { ConnectionFormActor, ConnectionsActor } from "../../../machines/community/connections.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { FormDialog, FormFields } from "../../kit/FormDialog.tsx"
import { useForm } from "../../kit/form.ts"
import { Notice } from "../../kit/Notice.tsx"
import { useWords } from "../../kit/words.tsx"
import { Choice, ConnectionField, CredentialField } from "./ConnectionField.tsx"

export const ConnectionForm = ({ actor }: { readonly actor: ConnectionsActor }) => {
  const t = useWords()
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
  const t = useWords()
  const form = useForm(actor)
  const { field, values, failure, edited, dirty } = form
  const needed = fieldsNeeded(values)
  const entry = (name: string) => ({ required: needed.includes(name), ...field(name) })
  const key = entry("externalKey")
  return (
    <FormFields
      form={form}
      deed={t("connections.save")}
      unchanged={before !== null && !dirty}
      notice={<FailureNotice failure={failure} shown={fieldsShown(values)} />}
    >
      <Choice
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
      {ownFieldsOf(platformOf(values)).map((name) => (
        <ConnectionField key={name} of={name} entry={entry(name)} />
      ))}
      {credentialsAsked(values).map((name) => (
        <CredentialField key={name} of={name} entry={entry(`fields.${name}`)} />
      ))}
    </FormFields>
  )
}
