// The dialog that adds a chat. What the server has against it stands on top, each as a heading (spec/1-console §5).
import { TextInput } from "@mantine/core"
import { useSelector } from "@xstate/react"
import { titleProblem } from "../../../domain/script/title.ts"
import type { ChatOverviewActor } from "../../../machines/chat-overview.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { FormDialog, FormFields } from "../../kit/FormDialog.tsx"
import { useForm } from "../../kit/form.ts"
import { useMessage, useWords } from "../../kit/words.tsx"

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
  const say = useMessage()
  const form = useForm(actor)
  const { field, values, failure } = form
  const { name = "" } = values
  const problem = titleProblem(name)
  const wrong = problem !== null && name !== "" ? say(problem) : failure?._tag === "Refused"
  return (
    <FormFields form={form} deed={t("add")} notice={<FailureNotice failure={failure} />}>
      <TextInput
        label={t("chats.add.title")}
        description={t("chats.add.help")}
        autoComplete="off"
        data-autofocus
        {...field("name")}
        error={wrong}
      />
    </FormFields>
  )
}
