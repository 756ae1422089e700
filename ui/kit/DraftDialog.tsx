// A dialog over the editor that asks before what was written in it is thrown away.
import { Modal } from "@mantine/core"
import type { PropsWithChildren } from "react"
import { DiscardChangesDialog } from "./ConfirmDialog.tsx"
import { useTranslate } from "./i18n.tsx"

type Props = PropsWithChildren<{
  readonly title: string
  readonly width: string
  readonly opened: boolean
  /** It asks whether to throw away what was written. */
  readonly asks: boolean
  readonly onClose: () => void
  readonly onThrowAway: () => void
  readonly onKeep: () => void
}>

export const DraftDialog = ({ title, width, opened, asks, onClose, onThrowAway, onKeep, children }: Props) => {
  const t = useTranslate()
  return (
    <>
      <Modal opened={opened} onClose={onClose} size={width} title={title} closeButtonProps={{ "aria-label": t("close") }}>
        {opened && children}
      </Modal>
      {asks && <DiscardChangesDialog onDiscard={onThrowAway} onCancel={onKeep} />}
    </>
  )
}
