// The record keys of a delivery: a value for each, one more, one less (spec/2-editor §4 "a new record key must be non-empty").
import { ActionIcon, Button, TextInput } from "@mantine/core"
import { IconPlus, IconX } from "@tabler/icons-react"
import { useSelector } from "@xstate/react"
import { type SubmitEvent, useState } from "react"
import { keyProblem, type Labels, typedProblem, withKey, withoutKey } from "../../../../domain/actions/send-to-api/record-keys.ts"
import type { DeliveryWizardActor } from "../../../../machines/editor/outbound/delivery-wizard.ts"
import { useWords } from "../../../kit/words.tsx"
import classes from "./outbound.module.css"

export const RecordKeys = ({ actor }: { readonly actor: DeliveryWizardActor }) => {
  const t = useWords()
  const labels = useSelector(actor, ({ context }) => context.params.labels) ?? {}
  const locked = useSelector(actor, ({ context }) => context.locked)
  const set = (next: Labels) => actor.send({ type: "params.write", change: { labels: next } })
  return (
    <fieldset className={classes["group"]}>
      <legend>{t("outbound.keys")}</legend>
      <p className={classes["quiet"]}>{t("outbound.keys.help")}</p>
      {Object.entries(labels).map(([key, value]) => (
        <div key={key} className={classes["pair"]}>
          <code className={classes["key"]}>{key}</code>
          <TextInput
            aria-label={t("outbound.keys.value", { key })}
            dir="auto"
            autoComplete="off"
            readOnly={locked}
            value={value}
            onChange={(event) => set(withKey(labels, key, event.currentTarget.value))}
          />
          {!locked && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t("outbound.keys.remove", { key })}
              title={t("outbound.keys.remove", { key })}
              onClick={() => set(withoutKey(labels, key))}
            >
              <IconX size={18} aria-hidden="true" />
            </ActionIcon>
          )}
        </div>
      ))}
      {!locked && <NewKey actor={actor} labels={labels} />}
    </fieldset>
  )
}

/** What is typed here goes along when the delivery is saved, added or not. */
const NewKey = ({ actor, labels }: { readonly actor: DeliveryWizardActor; readonly labels: Labels }) => {
  const t = useWords()
  const typed = useSelector(actor, ({ context }) => context.typed)
  const mayAdd = useSelector(actor, (state) => state.can({ type: "key.add" }))
  const [told, tell] = useState(false)
  const problem = typedProblem(labels, typed) ?? (told ? keyProblem(labels, typed.key) : null)
  const add = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    tell(!mayAdd)
    actor.send({ type: "key.add" })
  }
  return (
    <form className={classes["newkey"]} onSubmit={add} noValidate>
      <TextInput
        label={t("outbound.keys.key")}
        autoComplete="off"
        error={problem === null ? undefined : t(`outbound.keys.${problem}`)}
        value={typed.key}
        onChange={(event) => {
          actor.send({ type: "key.type", change: { key: event.currentTarget.value } })
          tell(false)
        }}
      />
      <TextInput
        label={t("outbound.keys.new")}
        dir="auto"
        autoComplete="off"
        value={typed.value}
        onChange={(event) => actor.send({ type: "key.type", change: { value: event.currentTarget.value } })}
      />
      <Button type="submit" variant="default" leftSection={<IconPlus size={16} aria-hidden="true" />}>
        {t("outbound.keys.add")}
      </Button>
    </form>
  )
}
