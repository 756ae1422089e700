// Asks once, names the deed, and takes every other way out for a no.
import { Button, Group, Modal, Stack, Text } from "@mantine/core"
import { type ReactNode, useState } from "react"
import { useTranslate } from "./i18n.tsx"

type Props = {
  readonly title: string
  /** Null: nothing is asked. */
  readonly question: string | null
  readonly confirmLabel: string
  /** Whether something goes that does not come back. */
  readonly destroys?: boolean
  readonly busy?: boolean
  /** The deed cannot be done yet; a no can be said. */
  readonly waits?: boolean
  readonly children?: ReactNode
  /** A way on that destroys nothing, beside the deed and the no. */
  readonly instead?: { readonly deed: string; readonly onGo: () => void }
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

export const ConfirmDialog = (props: Props) => {
  const { title, question, confirmLabel, destroys = false, busy = false, waits = false, children, instead, onConfirm, onCancel } = props
  const t = useTranslate()
  return (
    <Modal opened={question !== null} onClose={onCancel} title={title} closeButtonProps={{ "aria-label": t("close") }}>
      <Stack gap="sm">
        <Text>{question}</Text>
        {children}
      </Stack>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onCancel} disabled={busy} data-autofocus>
          {t("cancel")}
        </Button>
        {instead !== undefined && (
          <Button onClick={instead.onGo} disabled={busy}>
            {instead.deed}
          </Button>
        )}
        <Button color={destroys ? "red" : "teal"} onClick={onConfirm} loading={busy || waits}>
          {confirmLabel}
        </Button>
      </Group>
    </Modal>
  )
}

// Asks before what was written in a dialog is dropped. Whoever does not drop it is back in the field that they came from.

type DropConsentProps = {
  readonly onDiscard: () => void
  readonly onCancel: () => void
}

/** Not to be there before it asks: the key that closes the dialog below would close it too. */
export const DiscardChangesDialog = ({ onDiscard, onCancel }: DropConsentProps) => {
  const t = useTranslate()
  const [origin] = useState(() => document.activeElement)
  const keep = () => {
    onCancel()
    if (origin instanceof HTMLElement) origin.focus()
  }
  return (
    <ConfirmDialog
      title={t("form.closing.title")}
      question={t("form.closing.question")}
      confirmLabel={t("form.closing.deed")}
      destroys
      onConfirm={onDiscard}
      onCancel={keep}
    />
  )
}
