// [U15] Fields of a form with `@mantine/form`: values, changes and validation errors.
import { type FormErrors, useForm } from "@mantine/form"
import type { FocusEvent, SubmitEvent } from "react"
import { flushSync } from "react-dom"
import type { Violation } from "../../domain/findings/finding.ts"
import type { FormRules, FormValues } from "../../machines/form-machine.ts"
import { useServerMessage } from "./i18n.tsx"

/** A change of a field: the event of a native field, or the new text of a custom one. */
export type FieldChange = string | { readonly currentTarget: { readonly value: string } }
export const changedText = (change: FieldChange): string => (typeof change === "string" ? change : change.currentTarget.value)

/** Marks the buttons within a field, such as that of its calendar; an error below the field does not move them. */
export const fieldButtonAttribute = { "data-field-button": true } as const

const isInField = (element: HTMLElement): boolean => element.closest("input, textarea, select, [data-field-button]") !== null

/**
 * Fields are validated by the domain's rules on submit, and an edited field also when the focus moves to another field. `onEdit` is
 * called on every change.
 */
export const useFormFields = (initialValues: FormValues, check: FormRules["check"], onEdit: (values: FormValues) => void) => {
  const translateMessage = useServerMessage()
  const form = useForm<Record<string, string>>({
    mode: "controlled",
    initialValues: keyByPath(initialValues),
    validate: (values) => toFormErrors(check(keyByField(values))),
    onValuesChange: (values) => onEdit(keyByField(values)),
  })
  const getMessages = (field: string): ReadonlyArray<string> => toMessages(form.errors[toFormPath(field)])
  return {
    values: keyByField(form.values),
    getMessages,
    /** Also clears the error of the field. */
    setValue: (field: string, text: string) => form.setFieldValue(toFormPath(field), text),
    field: (name: string) => {
      const [message] = getMessages(name)
      return {
        name,
        value: form.values[toFormPath(name)] ?? "",
        error: message === undefined ? undefined : translateMessage(message),
        onBlur: ({ relatedTarget }: FocusEvent<HTMLElement>) => {
          // Not when the focus moves to a button below: an error that appears could move the button away from under the pointer.
          if (relatedTarget instanceof HTMLElement && isInField(relatedTarget) && form.isDirty(toFormPath(name)))
            form.validateField(toFormPath(name))
        },
      }
    },
    /** Calls `send` with valid values; otherwise shows the errors and focuses the first field that has one. */
    submit: (send: (values: FormValues, element: HTMLFormElement) => void) => (event: SubmitEvent<HTMLFormElement>) => {
      const element = event.currentTarget
      form.onSubmit(
        (values) => send(keyByField(values), element),
        (errors) => focusFirstError(element, errors),
      )(event)
    },
    /** Shows the server's violations at their fields. */
    showViolations: (violations: ReadonlyArray<Violation>, element: HTMLFormElement) => {
      const errors = toFormErrors(violations)
      // Rendered first: the fields of a form that was being sent are disabled, and cannot get the focus.
      flushSync(() => form.setErrors(errors))
      focusFirstError(element, errors)
    },
  }
}

/** Names without dots, which the library would read as paths into objects. */
const toFormPath = (field: string): string => field.replaceAll(".", "/")
const keyByPath = (values: FormValues): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([field, text]) => [toFormPath(field), text]))
const keyByField = (values: FormValues): FormValues =>
  Object.fromEntries(Object.entries(values).map(([path, text]) => [path.replaceAll("/", "."), text]))

/** Groups the messages by field, untranslated: they are translated when shown, because the language may change in between. */
const toFormErrors = (violations: ReadonlyArray<Violation>): FormErrors =>
  Object.fromEntries(
    violations.map(({ field }) => [
      toFormPath(field),
      violations.filter((violation) => violation.field === field).map(({ message }) => message),
    ]),
  )
const toMessages = (error: FormErrors[string]): ReadonlyArray<string> =>
  Array.isArray(error) ? error.filter((message) => typeof message === "string") : []

const focusFirstError = (element: HTMLFormElement, errors: FormErrors): void => {
  for (const field of element.elements) {
    const name = field.getAttribute("name")
    if (name === null || !(toFormPath(name) in errors) || !(field instanceof HTMLElement)) continue
    field.focus()
    return
  }
}
