// Dialogs of the chat overview: add a chat, and delete or erase one.
import { TextInput } from "@mantine/core"
import { useSelector } from "@xstate/react"
import { getDeletionAction } from "../../../domain/script/script-deletion.ts"
import type { ChatOverviewActor } from "../../../machines/chat/chat-overview-machine.ts"
import { DeletionDialog } from "../../kit/DeletionDialog.tsx"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { FormDialog, FormFields } from "../../kit/FormDialog.tsx"
import { useForm } from "../../kit/form-binding.ts"
import { useTranslate } from "../../kit/i18n.tsx"
import { ContentsList } from "./ContentsList.tsx"

export const AddChatDialog = ({ actor }: { readonly actor: ChatOverviewActor }) => {
  const t = useTranslate()
  const form = useSelector(actor, ({ children }) => children.addChat)
  return (
    <FormDialog form={form} title={t("chats.add")}>
      {(it) => <Fields actor={it} />}
    </FormDialog>
  )
}

type Form = NonNullable<ReturnType<ChatOverviewActor["getSnapshot"]>["children"]["addChat"]>

const Fields = ({ actor }: { readonly actor: Form }) => {
  const t = useTranslate()
  const form = useForm(actor)
  const { error, ...name } = form.field("name")
  return (
    <FormFields form={form} submitLabel={t("add")} notice={<FailureNotice failure={form.failure} />}>
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

/** Deletes a chat in two steps. */
export const DeleteChatDialog = ({ actor }: { readonly actor: ChatOverviewActor }) => {
  const t = useTranslate()
  const deletion = useSelector(actor, ({ children }) => children.chatDeletion)
  // [S10] What the token authorizes; while it is being fetched, what the list requests.
  const action = useSelector(deletion, (state) => (state === undefined ? "archive" : (state.context.token ?? state.context.target).action))
  const texts = action === "erase" ? "erase" : "delete"
  return (
    <DeletionDialog
      deletion={deletion}
      title={t(`chats.${texts}.title`)}
      question={({ name }) => t(`chats.${texts}.question`, { name })}
      renderPreview={(contents) => (
        <ContentsList contents={contents} intro={t(action === "erase" ? "chats.erase.goes" : "chats.delete.stays")} />
      )}
      // A chat that is in the other list now is deleted there.
      canRetry={(failure, target) =>
        failure._tag !== "TargetChanged" || failure.status === null || getDeletionAction(failure.status) === target.action
      }
    />
  )
}
