// Confirmation dialog; closing it in any other way counts as cancel.
import { Button, Group, Modal, Stack, Text } from "@mantine/core"
import { type ReactNode, useState } from "react"
import { useTranslate } from "./i18n.tsx"

type Alternative = { readonly label: string; readonly onGo: () => void }

type ConfirmDialogProps = {
  readonly title: string
  /** Null while the dialog is closed. */
  readonly question: string | null
  readonly confirmLabel: string
  /** Whether the action cannot be undone; the button is red. */
  readonly destroys?: boolean
  readonly busy?: boolean
  /** Confirming is not possible yet, but canceling is. */
  readonly isPending?: boolean
  readonly children?: ReactNode
  /** An alternative action that destroys nothing. */
  readonly instead?: Alternative
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const {
    title,
    question,
    confirmLabel,
    destroys: isDestructive = false,
    busy = false,
    isPending = false,
    children,
    instead: alternative,
    onConfirm,
    onCancel,
  } = props
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
        {alternative !== undefined && (
          <Button variant="default" onClick={alternative.onGo} disabled={busy}>
            {alternative.label}
          </Button>
        )}
        <Button color={isDestructive ? "red" : "teal"} onClick={onConfirm} loading={busy || isPending}>
          {confirmLabel}
        </Button>
      </Group>
    </Modal>
  )
}

type DiscardChangesProps = {
  readonly onDiscard: () => void
  readonly onCancel: () => void
}

/**
 * Asks before unsaved input in a dialog is discarded; Cancel returns the focus to the field. Mount it only when it asks: the Escape
 * that closes the dialog below would close this one too.
 */
export const DiscardChangesDialog = ({ onDiscard, onCancel }: DiscardChangesProps) => {
  const t = useTranslate()
  const [origin] = useState(() => document.activeElement)
  const cancel = () => {
    onCancel()
    if (origin instanceof HTMLElement) origin.focus()
  }
  return (
    <ConfirmDialog
      title={t("form.closing.title")}
      question={t("form.closing.question")}
      confirmLabel={t("form.closing.confirm")}
      destroys
      onConfirm={onDiscard}
      onCancel={cancel}
    />
  )
}
