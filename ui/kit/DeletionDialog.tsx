// [U4] Deletion in two steps: fetch a token, then confirm. The dialog opens when the token has arrived; while it is slow only Cancel works.
import { Button, Group, Modal } from "@mantine/core"
import { useSelector } from "@xstate/react"
import type { ReactNode } from "react"
import type { AnyActorRef } from "xstate"
import { type Failure, mayRetrySucceed } from "../../domain/failures/failure.ts"
import { ConfirmDialog } from "./ConfirmDialog.tsx"
import { FailureNotice } from "./FailureNotice.tsx"
import { useTranslate } from "./i18n.tsx"

type DeletionState<Target, Token> = {
  readonly context: { readonly target: Target; readonly token: Token | null; readonly isSlow: boolean; readonly failure: Failure | null }
  readonly hasTag: (tag: "confirming" | "busy") => boolean
  readonly matches: (state: "failed") => boolean
}
/** An actor of `deletionMachine`. */
type DeletionActor<Target, Token> = Pick<AnyActorRef, "subscribe"> & {
  readonly getSnapshot: () => DeletionState<Target, Token>
  readonly send: (event: { readonly type: "consent.give" | "consent.refuse" | "deletion.retry" }) => void
}
type DeletionDialogProps<Target, Token> = {
  readonly deletion: DeletionActor<Target, Token> | undefined
  readonly title: string
  /** Says what will be removed; the token, null while it is being fetched, says what it is now. */
  readonly question: (target: Target, token: Token | null) => string
  /** Label of the confirming button; "Delete" by default. */
  readonly confirmLabel?: string
  /** Shows what will be deleted, as far as the token says. */
  readonly renderPreview?: (token: Token) => ReactNode
  /** Whether a retry can succeed after this failure, if the target still exists; true by default. */
  readonly canRetry?: (failure: Failure, target: Target) => boolean
}

export const DeletionDialog = <Target, Token>({
  deletion,
  title,
  question,
  confirmLabel,
  renderPreview,
  canRetry = () => true,
}: DeletionDialogProps<Target, Token>) => {
  const t = useTranslate()
  const target = useSelector(deletion, (state) => state?.context.target)
  const token = useSelector(deletion, (state) => state?.context.token ?? null)
  const failure = useSelector(deletion, (state) => state?.context.failure ?? null)
  const asking = useSelector(deletion, (state) => state?.hasTag("confirming") ?? false)
  const busy = useSelector(deletion, (state) => state?.hasTag("busy") ?? false)
  const slow = useSelector(deletion, (state) => state?.context.isSlow ?? false)
  const failed = useSelector(deletion, (state) => state?.matches("failed") ?? false)
  const isRetryable = failure === null || target === undefined || (mayRetrySucceed(failure) && canRetry(failure, target))
  const refuse = () => deletion?.send({ type: "consent.refuse" })
  return (
    <>
      <ConfirmDialog
        title={title}
        question={(asking || slow) && target !== undefined ? question(target, token) : null}
        confirmLabel={confirmLabel ?? t("delete")}
        destroys
        busy={busy && !slow}
        isPending={slow}
        onConfirm={() => deletion?.send({ type: "consent.give" })}
        onCancel={refuse}
      >
        {token !== null && renderPreview?.(token)}
        <FailureNotice failure={failure} />
      </ConfirmDialog>
      <Modal opened={failed} onClose={refuse} title={title} closeButtonProps={{ "aria-label": t("close") }}>
        <FailureNotice failure={failure} isRemoval={token !== null} />
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={refuse}>
            {isRetryable ? t("cancel") : t("close")}
          </Button>
          {isRetryable && (
            // With a token, the removal itself is repeated.
            <Button color={token === null ? "teal" : "red"} onClick={() => deletion?.send({ type: "deletion.retry" })}>
              {t("retry")}
            </Button>
          )}
        </Group>
      </Modal>
    </>
  )
}
