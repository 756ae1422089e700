// The panel that adds or edits a connection. What it asks for follows the platform and the way of authentication (decisions O3–O7).
import { Button, Drawer, Group, TextInput } from "@mantine/core"
import { useSelector } from "@xstate/react"
import { isNeededCredential, type ListedConnection, neededOf, platformNumbers, platforms } from "../../../domain/connections/connection.ts"
import {
  credentialsAsked,
  draftOf,
  draftProblems,
  losesSecrets,
  ownFieldsOf,
  platformOf,
} from "../../../domain/connections/connection-form.ts"
import type { ConnectionFormActor, ConnectionsActor } from "../../../machines/community/connections.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { useForm } from "../../kit/form.ts"
import { Notice } from "../../kit/Notice.tsx"
import { useMessage, useWords } from "../../kit/words.tsx"
import { Choice, ConnectionField, CredentialField } from "./ConnectionField.tsx"
import classes from "./Options.module.css"

export const ConnectionForm = ({ actor }: { readonly actor: ConnectionsActor }) => {
  const t = useWords()
  const form = useSelector(actor, ({ children }) => children.form)
  const chosen = useSelector(actor, ({ context }) => context.chosen)
  return (
    <Drawer
      opened={form !== undefined}
      onClose={() => form?.send({ type: "form.leave" })}
      position="right"
      title={chosen === null ? t("connections.add") : t("connections.edit", { name: chosen.name })}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      {form !== undefined && <Fields form={form} before={chosen} />}
    </Drawer>
  )
}

type FieldsProps = { readonly form: ConnectionFormActor; readonly before: ListedConnection | null }

const Fields = ({ form, before }: FieldsProps) => {
  const t = useWords()
  const say = useMessage()
  const { field, values, submit, leave, failure, busy, edited, maySubmit } = useForm(form)
  const platform = platformOf(values)
  const own = ownFieldsOf(platform)
  const credentials = credentialsAsked(values)
  const needed: ReadonlyArray<string> = [
    "name",
    "externalKey",
    ...neededOf[platform],
    ...credentials.filter(isNeededCredential).map((name) => `fields.${name}`),
  ]
  const given = draftOf(before)
  const problems = edited ? draftProblems(values, before) : []
  const entry = (name: string) => {
    // What is blank from the start is marked as needed; what was there and is gone is told.
    const problem = problems.find((it) => it.field === name && (it.key !== "ERROR.FIELD_BLANK" || (given[name] ?? "") !== ""))
    return { required: needed.includes(name), ...field(name, problem && say(problem.key)) }
  }
  return (
    <form className={classes["form"]} onSubmit={submit} noValidate autoComplete="off">
      <FailureNotice failure={failure} shown={["name", "externalKey", ...own, ...credentials.map((name) => `fields.${name}`)]} />
      <Choice
        label={t("connections.platform")}
        data={platformNumbers.map((it) => ({ value: String(it), label: t(`connections.platform.${platforms[it]}`) }))}
        entry={entry("platform")}
      />
      <TextInput label={t("connections.name")} autoComplete="off" {...entry("name")} />
      <TextInput
        label={t("connections.externalKey")}
        description={t("connections.externalKey.help")}
        autoComplete="off"
        {...entry("externalKey")}
      />
      {edited && losesSecrets(values, before) && (
        <Notice tone="quiet">
          <p>{t("connections.elsewhere")}</p>
        </Notice>
      )}
      {own.map((name) => (
        <ConnectionField key={name} of={name} entry={entry(name)} />
      ))}
      {credentials.map((name) => (
        <CredentialField key={name} of={name} entry={entry(`fields.${name}`)} />
      ))}
      <Group justify="flex-end" gap="xs" mt="xs">
        <Button variant="default" onClick={leave} disabled={busy}>
          {t("cancel")}
        </Button>
        <Button type="submit" loading={busy} disabled={!maySubmit && !busy}>
          {t("connections.save")}
        </Button>
      </Group>
    </form>
  )
}
