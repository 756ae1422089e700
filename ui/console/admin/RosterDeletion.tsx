// Deleting a user or a community, in two steps: the dialog opens when the token is there.
import { Button, Group, Modal } from "@mantine/core"
import { useSelector } from "@xstate/react"
import type { ActorRefFrom } from "xstate"
import type { deletionMachine } from "../../../machines/deletion.ts"
import { Consent } from "../../kit/Consent.tsx"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { useWords } from "../../kit/words.tsx"

type Props<Target> = {
  readonly deletion: ActorRefFrom<ReturnType<typeof deletionMachine<Target, object>>> | undefined
  readonly title: string
  readonly question: (target: Target) => string
}

export const RosterDeletion = <Target,>({ deletion, title, question }: Props<Target>) => {
  const t = useWords()
  const target = useSelector(deletion, (state) => state?.context.target)
  const failure = useSelector(deletion, (state) => state?.context.failure ?? null)
  const asking = useSelector(deletion, (state) => state?.hasTag("asking") ?? false)
  const busy = useSelector(deletion, (state) => state?.hasTag("busy") ?? false)
  const failed = useSelector(deletion, (state) => state?.matches("failed") ?? false)
  const refuse = () => deletion?.send({ type: "consent.refuse" })
  return (
    <>
      <Consent
        title={title}
        question={asking && target !== undefined ? question(target) : null}
        deed={t("delete")}
        destroys
        busy={busy}
        onGive={() => deletion?.send({ type: "consent.give" })}
        onRefuse={refuse}
      >
        <FailureNotice failure={failure} />
      </Consent>
      <Modal opened={failed} onClose={refuse} title={title} closeButtonProps={{ "aria-label": t("close") }}>
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
