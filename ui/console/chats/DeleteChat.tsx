// Deleting a chat, in two steps: the dialog opens when the token is there.
import { Button, Group, Modal } from "@mantine/core"
import { useSelector } from "@xstate/react"
import { listOf } from "../../../domain/script/overview.ts"
import type { ChatOverviewActor } from "../../../machines/chat-overview.ts"
import { Consent } from "../../kit/Consent.tsx"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { useWords } from "../../kit/words.tsx"

export const DeleteChat = ({ actor }: { readonly actor: ChatOverviewActor }) => {
  const t = useWords()
  const deletion = useSelector(actor, ({ children }) => children.chatDeletion)
  const target = useSelector(deletion, (state) => state?.context.target ?? null)
  const failure = useSelector(deletion, (state) => state?.context.failure ?? null)
  const asking = useSelector(deletion, (state) => state?.hasTag("asking") ?? false)
  const busy = useSelector(deletion, (state) => state?.hasTag("busy") ?? false)
  const failed = useSelector(deletion, (state) => state?.matches("failed") ?? false)
  // [S10] What is deleted from the archive is erased.
  const deed = target !== null && listOf(target.status) === "archive" ? "erase" : "delete"
  const refuse = () => deletion?.send({ type: "consent.refuse" })
  return (
    <>
      <Consent
        title={t(`chats.${deed}.title`)}
        question={asking && target !== null ? t(`chats.${deed}.question`, { name: target.name }) : null}
        deed={t("delete")}
        destroys
        busy={busy}
        onGive={() => deletion?.send({ type: "consent.give" })}
        onRefuse={refuse}
      >
        {failure !== null && (
          <Notice tone="bad">
            <p>{t("chats.delete.again")}</p>
          </Notice>
        )}
      </Consent>
      <Modal opened={failed} onClose={refuse} title={t(`chats.${deed}.title`)} closeButtonProps={{ "aria-label": t("close") }}>
        <FailureNotice failure={failure} />
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={refuse}>
            {t("cancel")}
          </Button>
          <Button onClick={() => deletion?.send({ type: "deletion.retry" })}>{t("retry")}</Button>
        </Group>
      </Modal>
    </>
  )
}
