// A form in a dialog or in a panel at the side: open while there is one; what failed on top, below the fields the way out and the deed.
// Closing it in passing (Escape, a click beside it, the browser's way back) asks before what was written is dropped.
import { Button, Drawer, Group, Modal } from "@mantine/core"
import { useBlocker } from "@tanstack/react-router"
import { useSelector } from "@xstate/react"
import type { ReactNode } from "react"
import { DropConsent } from "./DropConsent.tsx"
import classes from "./FormDialog.module.css"
import type { Form, FormActor } from "./form.ts"
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
  const asks = useSelector<FormActor | undefined, boolean>(form, (state) => state?.hasTag("asking") ?? false)
  useBlocker({
    enableBeforeUnload: false,
    // What replaces the address is a guard's word, such as that nobody is signed in: that is not asked about.
    shouldBlockFn: async ({ action }) => {
      if (form === undefined || action === "REPLACE" || !form.getSnapshot().hasTag("edited")) return false
      form.send({ type: "form.dismiss" })
      await answered(form)
      return form.getSnapshot().hasTag("edited")
    },
  })
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
      {asks && <DropConsent onDrop={() => form?.send({ type: "form.leave" })} onKeep={() => form?.send({ type: "form.keep" })} />}
    </>
  )
}

/** Resolves when it is not asked any more whether what was written is to be dropped. */
const answered = (form: FormActor): Promise<void> =>
  new Promise((resolve) => {
    const asks = () => form.getSnapshot().hasTag("asking")
    if (!asks()) return resolve()
    const asking = form.subscribe(() => {
      if (asks()) return
      asking.unsubscribe()
      resolve()
    })
  })

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
