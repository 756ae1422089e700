// Dialogs of the chat overview: add a chat, and delete or erase one.
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

/** Deletes a chat in two steps. */
export const DeleteChatDialog = ({ actor }: { readonly actor: ChatOverviewActor }) => {
  const t = useTranslate()
  const deletion = useSelector(actor, ({ children }) => children.chatDeletion)
  const status = useSelector(deletion, (state) => state?.context.target.status)
  // [S10] Deleting from the archive erases the chat.
  const action = status !== undefined && getListName(status) === "archive" ? "erase" : "delete"
  return (
    <DeletionDialog
      deletion={deletion}
      title={t(`chats.${action}.title`)}
      question={({ name }) => t(`chats.${action}.question`, { name })}
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
