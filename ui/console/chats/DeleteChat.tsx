// Deleting a chat, in two steps.
import { useSelector } from "@xstate/react"
import { listOf } from "../../../domain/script/overview.ts"
import type { ChatOverviewActor } from "../../../machines/chat-overview.ts"
import { Notice } from "../../kit/Notice.tsx"
import { useWords } from "../../kit/words.tsx"
import { TwoStepDeletion } from "../TwoStepDeletion.tsx"

export const DeleteChat = ({ actor }: { readonly actor: ChatOverviewActor }) => {
  const t = useWords()
  const deletion = useSelector(actor, ({ children }) => children.chatDeletion)
  const status = useSelector(deletion, (state) => state?.context.target.status)
  // [S10] What is deleted from the archive is erased.
  const deed = status !== undefined && listOf(status) === "archive" ? "erase" : "delete"
  return (
    <TwoStepDeletion
      deletion={deletion}
      title={t(`chats.${deed}.title`)}
      question={({ name }) => t(`chats.${deed}.question`, { name })}
      failed={(failure) =>
        failure !== null && (
          <Notice tone="bad">
            <p>{t("chats.delete.again")}</p>
          </Notice>
        )
      }
    />
  )
}
