// Dialog over the editor that asks before unsaved input is discarded.
import { Modal } from "@mantine/core"
import type { PropsWithChildren } from "react"
import { DiscardChangesDialog } from "./ConfirmDialog.tsx"
import { useTranslate } from "./i18n.tsx"

type DraftDialogProps = PropsWithChildren<{
  readonly title: string
  readonly width: string
  readonly opened: boolean
  /** Whether it currently asks to discard the input. */
  readonly asks: boolean
  readonly onClose: () => void
  readonly onThrowAway: () => void
  readonly onKeep: () => void
}>

export const DraftDialog = ({
  title,
  width,
  opened,
  asks: isAsking,
  onClose,
  onThrowAway: onDiscard,
  onKeep,
  children,
}: DraftDialogProps) => {
  const t = useTranslate()
  return (
    <>
      <Modal opened={opened} onClose={onClose} size={width} title={title} closeButtonProps={{ "aria-label": t("close") }}>
        {opened && children}
      </Modal>
      {isAsking && <DiscardChangesDialog onDiscard={onDiscard} onCancel={onKeep} />}
    </>
  )
}
