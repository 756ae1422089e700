// The dialog that adds a community.
import { Button, Group, Modal } from "@mantine/core"
import { useSelector } from "@xstate/react"
import type { SubmitEvent } from "react"
import { communityProblems, nameLength, slugLength } from "../../../domain/communities/community.ts"
import type { AddCommunityActor } from "../../../machines/communities.ts"
import { CountedField } from "../../kit/CountedField.tsx"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { useMessage, useWords } from "../../kit/words.tsx"
import classes from "./AddCommunity.module.css"

const isOfLength = (problem: string) => problem.endsWith("_TOO_SHORT") || problem.endsWith("_TOO_LONG")
const limits = { name: nameLength, slug: slugLength } as const

/** Open while there is a form. */
export const AddCommunity = ({ form }: { readonly form: AddCommunityActor | undefined }) => {
  const t = useWords()
  return (
    <Modal
      opened={form !== undefined}
      onClose={() => form?.send({ type: "form.leave" })}
      title={t("home.add")}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      {form !== undefined && <Fields form={form} />}
    </Modal>
  )
}

const Fields = ({ form }: { readonly form: AddCommunityActor }) => {
  const t = useWords()
  const say = useMessage()
  const { values, violations, failure } = useSelector(form, ({ context }) => context)
  const busy = useSelector(form, (state) => state.hasTag("busy"))
  const maySubmit = useSelector(form, (state) => state.can({ type: "form.submit" }))
  const { name = "", slug = "" } = values
  const problems = communityProblems({ name, slug })
  const field = (of: "name" | "slug") => {
    const [length, others] = [problems[of].filter(isOfLength), problems[of].filter((key) => !isOfLength(key))]
    const problem = violations.find((violation) => violation.field === of)?.message ?? others[0]
    const value = values[of] ?? ""
    return {
      value,
      problem: problem && say(problem),
      // Too short is what every field is at first.
      isOut: value !== "" && length.length > 0,
      limits: limits[of],
      readOnly: busy,
      onChange: (event: { currentTarget: HTMLInputElement }) =>
        form.send({ type: "field.type", field: of, text: event.currentTarget.value }),
    }
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    form.send({ type: "form.submit" })
  }
  return (
    <form className={classes["form"]} onSubmit={submit} noValidate>
      <FailureNotice failure={failure} shown={["name", "slug"]} />
      <CountedField label={t("home.add.name")} data-autofocus autoComplete="off" {...field("name")} />
      <CountedField
        label={t("home.add.slug")}
        description={t("home.add.slug.help")}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...field("slug")}
      />
      <Group justify="flex-end" gap="xs" mt="xs">
        <Button variant="default" onClick={() => form.send({ type: "form.leave" })} disabled={busy}>
          {t("cancel")}
        </Button>
        <Button type="submit" loading={busy} disabled={!maySubmit && !busy}>
          {t("add")}
        </Button>
      </Group>
    </form>
  )
}
