// A form in a dialog or side panel, with its notice, fields and buttons, and the guard for unsaved changes.

import { Button, Drawer, Group, Modal } from "@mantine/core"
import { IconCircleCheck } from "@tabler/icons-react"
import { useBlocker } from "@tanstack/react-router"
import { useSelector } from "@xstate/react"
import type { PropsWithChildren, ReactNode } from "react"
import { DiscardChangesDialog } from "./ConfirmDialog.tsx"
import classes from "./FormDialog.module.css"
import type { Form, FormActor } from "./form-binding.ts"
import { useTranslate } from "./i18n.tsx"
import { FormNotice } from "./Notice.tsx"

/**
 * Asks before unsaved form input is discarded by Escape, a click outside, a link or the back button. A submission in progress is
 * awaited first.
 */
export const UnsavedChangesGuard = ({ form }: { readonly form: FormActor | undefined }) => {
  const isAsking = useSelector<FormActor | undefined, boolean>(form, (state) => state?.hasTag("confirming-discard") ?? false)
  useBlocker({
    enableBeforeUnload: false,
    // Redirects of route guards (for example to sign-in) replace the address, and are never blocked.
    shouldBlockFn: async ({ action }) => {
      if (form === undefined || action === "REPLACE" || !hasUnsavedChanges(form)) return false
      form.send({ type: "form.dismiss" })
      await waitForDecision(form)
      return hasUnsavedChanges(form)
    },
  })
  return (
    isAsking && (
      <DiscardChangesDialog onDiscard={() => form?.send({ type: "form.discard" })} onCancel={() => form?.send({ type: "form.continue" })} />
    )
  )
}

const hasUnsavedChanges = (form: FormActor): boolean => form.getSnapshot().hasTag("edited") || form.getSnapshot().hasTag("busy")

/** Resolves once the user has answered whether to discard the changes. */
const waitForDecision = (form: FormActor): Promise<void> =>
  new Promise((resolve) => {
    const isAsking = () => form.getSnapshot().hasTag("confirming-discard")
    if (!isAsking()) return resolve()
    const subscription = form.subscribe(() => {
      if (isAsking()) return
      subscription.unsubscribe()
      resolve()
    })
  })

type FormDialogProps<Actor> = {
  readonly form: Actor | undefined
  readonly title: string
  readonly size?: number
  /** Opens as a side panel next to what it edits, instead of a dialog. */
  readonly aside?: boolean
  readonly children: (form: Actor) => ReactNode
}

export const FormDialog = <Actor extends FormActor>({ form, title, size, aside = false, children }: FormDialogProps<Actor>) => {
  const t = useTranslate()
  const dialogProps = {
    opened: form !== undefined,
    onClose: () => form?.send({ type: "form.dismiss" }),
    title,
    closeButtonProps: { "aria-label": t("close") },
    ...(size !== undefined && { size }),
  }
  const content = form !== undefined && children(form)
  return (
    <>
      {aside ? (
        <Drawer position="right" {...dialogProps}>
          {content}
        </Drawer>
      ) : (
        <Modal {...dialogProps}>{content}</Modal>
      )}
      <UnsavedChangesGuard form={form} />
    </>
  )
}

type FormFieldsProps = {
  readonly form: Pick<Form, "submit" | "leave" | "busy">
  readonly submitLabel: string
  readonly isDestructive?: boolean
  /** Whether nothing was changed; submitting is disabled then. */
  readonly unchanged?: boolean
  /** The failure, as far as no field shows it. */
  readonly notice: ReactNode
  readonly children: ReactNode
}

export const FormFields = ({
  form: { submit, leave, busy },
  submitLabel,
  isDestructive = false,
  unchanged = false,
  notice,
  children,
}: FormFieldsProps) => {
  const t = useTranslate()
  return (
    <form className={`${classes["form"]} roomy`} onSubmit={submit} noValidate autoComplete="off">
      {children}
      <Group justify="flex-end" gap="xs" mt="xs">
        <Button variant="default" onClick={leave} disabled={busy}>
          {t("cancel")}
        </Button>
        <Button type="submit" loading={busy} disabled={unchanged && !busy} {...(isDestructive && { color: "red" })}>
          {submitLabel}
        </Button>
      </Group>
      <FormNotice>{notice}</FormNotice>
    </form>
  )
}

type SavedMessageProps = {
  /** Undefined while the form is loading: the message keeps its room. */
  readonly form: FormActor | undefined
  readonly isSaved: boolean
  readonly text: string
}

/**
 * Confirms that a form was saved, until it is edited again. Keep it mounted before the save: screen readers do not announce a message
 * that appears together with its live region.
 */
export const SavedMessage = ({ form, isSaved, text }: SavedMessageProps) => {
  const isUnedited = useSelector(form, (state) => state !== undefined && !state.hasTag("edited") && !state.hasTag("busy"))
  return (
    <output className={classes["saved"]}>
      {isSaved && isUnedited && (
        <>
          <IconCircleCheck size={18} aria-hidden="true" />
          {text}
        </>
      )}
    </output>
  )
}

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

/** Dialog over the editor that asks before unsaved input is discarded. */
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
