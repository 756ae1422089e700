// A form in a dialog or in a panel at the side: open while there is one; what failed on top, below the fields the way out and the deed.
import { Button, Drawer, Group, Modal } from "@mantine/core"
import type { ReactNode } from "react"
import classes from "./FormDialog.module.css"
import type { Form, FormActor } from "./form.ts"
import { LeaveForm } from "./LeaveForm.tsx"
import { useWords } from "./words.tsx"

type DialogProps<Actor> = {
  readonly form: Actor | undefined
  readonly title: string
  readonly size?: number
  /** At the side of the screen, beside what it edits. */
  readonly aside?: boolean
  readonly children: (form: Actor) => ReactNode
}

export const FormDialog = <Actor extends FormActor>({ form, title, size, aside = false, children }: DialogProps<Actor>) => {
  const t = useWords()
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
      <LeaveForm form={form} />
    </>
  )
}

type FieldsProps = {
  readonly form: Pick<Form, "submit" | "leave" | "busy">
  readonly deed: string
  readonly destroys?: boolean
  /** Whether there is nothing to send: what stands there is as it was. */
  readonly unchanged?: boolean
  /** What failed, as far as no field says it. */
  readonly notice: ReactNode
  readonly children: ReactNode
}

export const FormFields = ({ form: { submit, leave, busy }, deed, destroys = false, unchanged = false, notice, children }: FieldsProps) => {
  const t = useWords()
  return (
    <form className={classes["form"]} onSubmit={submit} noValidate autoComplete="off">
      {notice}
      {children}
      <Group justify="flex-end" gap="xs" mt="xs">
        <Button variant="default" onClick={leave} disabled={busy}>
          {t("cancel")}
        </Button>
        <Button type="submit" loading={busy} disabled={unchanged && !busy} {...(destroys && { color: "red" })}>
          {deed}
        </Button>
      </Group>
    </form>
  )
}
