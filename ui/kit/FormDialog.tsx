// A form in a dialog or in a panel at the side: open while there is one; what failed on top, below the fields the way out and the deed.

import { Button, Drawer, Group, Modal } from "@mantine/core"
import { IconCircleCheck } from "@tabler/icons-react"
import { useBlocker } from "@tanstack/react-router"
import { useSelector } from "@xstate/react"
import type { ReactNode } from "react"
import { DiscardChangesDialog } from "./ConfirmDialog.tsx"
import classes from "./FormDialog.module.css"
import type { Form, FormActor } from "./form-binding.ts"
import { useTranslate } from "./i18n.tsx"

// Asks before what was written in a form is dropped in passing: by Escape, a click beside it, a link, the browser's way back. What is being
// sent is answered first.

export const UnsavedChangesGuard = ({ form }: { readonly form: FormActor | undefined }) => {
  const asks = useSelector<FormActor | undefined, boolean>(form, (state) => state?.hasTag("asking") ?? false)
  useBlocker({
    enableBeforeUnload: false,
    // What replaces the address is a guard's word, such as that nobody is signed in: that is not asked about.
    shouldBlockFn: async ({ action }) => {
      if (form === undefined || action === "REPLACE" || !hasUnsavedChanges(form)) return false
      form.send({ type: "form.dismiss" })
      await waitForDecision(form)
      return hasUnsavedChanges(form)
    },
  })
  return (
    asks && <DiscardChangesDialog onDiscard={() => form?.send({ type: "form.leave" })} onCancel={() => form?.send({ type: "form.keep" })} />
  )
}

const hasUnsavedChanges = (form: FormActor): boolean => form.getSnapshot().hasTag("edited") || form.getSnapshot().hasTag("busy")

/** Resolves when it is not asked any more whether what was written is to be dropped. */
const waitForDecision = (form: FormActor): Promise<void> =>
  new Promise((resolve) => {
    const asks = () => form.getSnapshot().hasTag("asking")
    if (!asks()) return resolve()
    const asking = form.subscribe(() => {
      if (asks()) return
      asking.unsubscribe()
      resolve()
    })
  })

type DialogProps<Actor> = {
  readonly form: Actor | undefined
  readonly title: string
  readonly size?: number
  /** At the side of the screen, beside what it edits. */
  readonly aside?: boolean
  readonly children: (form: Actor) => ReactNode
}

export const FormDialog = <Actor extends FormActor>({ form, title, size, aside = false, children }: DialogProps<Actor>) => {
  const t = useTranslate()
  const dialog = {
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
        <Drawer position="right" {...dialog}>
          {content}
        </Drawer>
      ) : (
        <Modal {...dialog}>{content}</Modal>
      )}
      <UnsavedChangesGuard form={form} />
    </>
  )
}

type FieldsProps = {
  readonly form: Pick<Form, "submit" | "leave" | "busy">
  readonly submitLabel: string
  readonly destroys?: boolean
  /** Whether there is nothing to send: what stands there is as it was. */
  readonly unchanged?: boolean
  /** What failed, as far as no field says it. */
  readonly notice: ReactNode
  readonly children: ReactNode
}

export const FormFields = ({
  form: { submit, leave, busy },
  submitLabel,
  destroys = false,
  unchanged = false,
  notice,
  children,
}: FieldsProps) => {
  const t = useTranslate()
  return (
    <form className={classes["form"]} onSubmit={submit} noValidate autoComplete="off">
      {notice}
      {children}
      <Group justify="flex-end" gap="xs" mt="xs">
        <Button variant="default" onClick={leave} disabled={busy}>
          {t("cancel")}
        </Button>
        <Button type="submit" loading={busy} disabled={unchanged && !busy} {...(destroys && { color: "red" })}>
          {submitLabel}
        </Button>
      </Group>
    </form>
  )
}

// Says that a form was saved, until something is typed again. It outlives the form: what appears with it would not be read out.

type Props = {
  readonly form: FormActor
  readonly isSaved: boolean
  readonly text: string
}

export const SavedMessage = ({ form, isSaved, text }: Props) => {
  const isStanding = useSelector(form, (state) => !state.hasTag("edited") && !state.hasTag("busy"))
  return (
    <output className={classes["saved"]}>
      {isSaved && isStanding && (
        <>
          <IconCircleCheck size={18} aria-hidden="true" />
          {text}
        </>
      )}
    </output>
  )
}
