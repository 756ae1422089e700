// The dialog that adds a chat. What the server has against it stands on top, each as a heading (spec/1-console §5).
import { Button, Group, Modal, TextInput } from "@mantine/core"
import { useSelector } from "@xstate/react"
import type { SubmitEvent } from "react"
import { titleProblem } from "../../../domain/script/title.ts"
import type { ChatOverviewActor } from "../../../machines/chat-overview.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { useMessage, useWords } from "../../kit/words.tsx"
import classes from "../home/AddCommunity.module.css"

export const AddChat = ({ actor }: { readonly actor: ChatOverviewActor }) => {
  const t = useWords()
  const form = useSelector(actor, ({ children }) => children.addChat)
  return (
    <Modal
      opened={form !== undefined}
      onClose={() => form?.send({ type: "form.leave" })}
      title={t("chats.add")}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      {form !== undefined && <Fields form={form} />}
    </Modal>
  )
}

type Form = NonNullable<ReturnType<ChatOverviewActor["getSnapshot"]>["children"]["addChat"]>

const Fields = ({ form }: { readonly form: Form }) => {
  const t = useWords()
  const say = useMessage()
  const { values, failure } = useSelector(form, ({ context }) => context)
  const { name = "" } = values
  const problem = titleProblem(name)
  const busy = useSelector(form, (state) => state.hasTag("busy"))
  const maySubmit = useSelector(form, (state) => state.can({ type: "form.submit" }))
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    form.send({ type: "form.submit" })
  }
  return (
    <form className={classes["form"]} onSubmit={submit} noValidate>
      <FailureNotice failure={failure} />
      <TextInput
        label={t("chats.add.title")}
        description={t("chats.add.help")}
        autoComplete="off"
        data-autofocus
        readOnly={busy}
        error={problem !== null && name !== "" ? say(problem) : failure?._tag === "Refused"}
        value={name}
        onChange={(event) => form.send({ type: "field.type", field: "name", text: event.currentTarget.value })}
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
