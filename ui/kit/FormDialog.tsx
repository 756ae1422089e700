// A form in a dialog of its own: open while there is one; what failed on top, below the fields the way out and the deed.
import { Button, Group, Modal } from "@mantine/core"
import type { ReactNode } from "react"
import classes from "./FormDialog.module.css"
import type { FormActor, useForm } from "./form.ts"
import { useWords } from "./words.tsx"

type DialogProps<Form> = {
  readonly form: Form | undefined
  readonly title: string
  readonly size?: number
  readonly children: (form: Form) => ReactNode
}

export const FormDialog = <Form extends FormActor>({ form, title, size, children }: DialogProps<Form>) => {
  const t = useWords()
  return (
    <Modal
      opened={form !== undefined}
      onClose={() => form?.send({ type: "form.leave" })}
      title={title}
      closeButtonProps={{ "aria-label": t("close") }}
      {...(size !== undefined && { size })}
    >
      {form !== undefined && children(form)}
    </Modal>
  )
}

type FieldsProps = {
  readonly form: Pick<ReturnType<typeof useForm>, "submit" | "leave" | "busy" | "maySubmit">
  readonly deed: string
  readonly destroys?: boolean
  /** What failed, as far as no field says it. */
  readonly notice: ReactNode
  readonly children: ReactNode
}

export const FormFields = ({ form: { submit, leave, busy, maySubmit }, deed, destroys = false, notice, children }: FieldsProps) => {
  const t = useWords()
  return (
    <form className={classes["form"]} onSubmit={submit} noValidate>
      {notice}
      {children}
      <Group justify="flex-end" gap="xs" mt="xs">
        <Button variant="default" onClick={leave} disabled={busy}>
          {t("cancel")}
        </Button>
        <Button type="submit" loading={busy} disabled={!maySubmit && !busy} {...(destroys && { color: "red" })}>
          {deed}
        </Button>
      </Group>
    </form>
  )
}
