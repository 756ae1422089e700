// The dialog that adds a chat. What the server has against it stands on top, each as a heading (spec/1-console §5).
import { TextInput } from "@mantine/core"
import { useSelector } from "@xstate/react"
import { getListName } from "../../../domain/script/script-list.ts"
import type { ChatOverviewActor } from "../../../machines/chat/chat-overview-machine.ts"
import { DeletionDialog } from "../../kit/DeletionDialog.tsx"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { FormDialog, FormFields } from "../../kit/FormDialog.tsx"
import { useForm } from "../../kit/form-binding.ts"
import { useTranslate } from "../../kit/i18n.tsx"
import { Notice } from "../../kit/Notice.tsx"

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

// Deleting a chat, in two steps.

export const DeleteChatDialog = ({ actor }: { readonly actor: ChatOverviewActor }) => {
  const t = useTranslate()
  const deletion = useSelector(actor, ({ children }) => children.chatDeletion)
  const status = useSelector(deletion, (state) => state?.context.target.status)
  // [S10] What is deleted from the archive is erased.
  const deed = status !== undefined && getListName(status) === "archive" ? "erase" : "delete"
  return (
    <DeletionDialog
      deletion={deletion}
      title={t(`chats.${deed}.title`)}
      question={({ name }) => t(`chats.${deed}.question`, { name })}
      renderFailure={(failure) =>
        failure !== null && (
          <Notice tone="bad">
            <p>{t("chats.delete.again")}</p>
          </Notice>
        )
      }
    />
  )
}
