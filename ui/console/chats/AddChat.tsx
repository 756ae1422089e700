// The dialog that adds a chat. What the server has against it stands on top, each as a heading (spec/1-console §5).
import { TextInput } from "@mantine/core"
import { useSelector } from "@xstate/react"
import type { ChatOverviewActor } from "../../../machines/chat-overview.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { FormDialog, FormFields } from "../../kit/FormDialog.tsx"
import { useForm } from "../../kit/form.ts"
import { useWords } from "../../kit/words.tsx"

export const AddChat = ({ actor }: { readonly actor: ChatOverviewActor }) => {
  const t = useWords()
  const form = useSelector(actor, ({ children }) => children.addChat)
  return (
    <FormDialog form={form} title={t("chats.add")}>
      {(it) => <Fields actor={it} />}
    </FormDialog>
  )
}

type Form = NonNullable<ReturnType<ChatOverviewActor["getSnapshot"]>["children"]["addChat"]>

const Fields = ({ actor }: { readonly actor: Form }) => {
  const t = useWords()
  const form = useForm(actor)
  const { error, ...name } = form.field("name")
  return (
    <FormFields form={form} deed={t("add")} notice={<FailureNotice failure={form.failure} />}>
      <TextInput
        label={t("chats.add.title")}
        description={error === undefined ? t("chats.add.help") : undefined}
        error={error}
        autoComplete="off"
        data-autofocus
        {...name}
      />
    </FormFields>
  )
}
