// The fields of a form, by `@mantine/form`: what is written in them, whether it is dirty, and what is wrong with it.
import { type FormErrors, useForm } from "@mantine/form"
import type { FocusEvent, SubmitEvent } from "react"
import type { Violation } from "../../domain/failure.ts"
import type { FormRules, FormValues } from "../../machines/form-machine.ts"
import { useServerMessage } from "./i18n.tsx"

/** What a field tells of its change: a field of the page by its event, another one the text alone. */
export type FieldChange = string | { readonly currentTarget: { readonly value: string } }
export const changedText = (change: FieldChange): string => (typeof change === "string" ? change : change.currentTarget.value)

/**
 * They are checked by the domain's rules when the form is sent, and one that was
 * edited when the focus goes on to another field. `onEdit`: with each change.
 */
export const useFormFields = (given: FormValues, check: FormRules["check"], onEdit: (values: FormValues) => void) => {
  const say = useServerMessage()
  const draft = useForm<Record<string, string>>({
    mode: "controlled",
    initialValues: byPath(given),
    validate: (values) => errorsOf(check(byField(values))),
    onValuesChange: (values) => onEdit(byField(values)),
  })
  const told = (field: string): ReadonlyArray<string> => messagesIn(draft.errors[pathOf(field)])
  return {
    values: byField(draft.values),
    dirty: draft.isDirty(),
    told,
    /** Clears what was wrong with the field, too. */
    setValue: (field: string, text: string) => draft.setFieldValue(pathOf(field), text),
    field: (name: string) => {
      const [message] = told(name)
      return {
        name,
        value: draft.values[pathOf(name)] ?? "",
        error: message === undefined ? undefined : say(message),
        onBlur: ({ relatedTarget }: FocusEvent<HTMLElement>) => {
          // Not on the way to a button: what comes up beside the fields would move it away from under the pointer.
          if (relatedTarget instanceof HTMLElement && relatedTarget.matches("input, textarea, select") && draft.isDirty(pathOf(name)))
            draft.validateField(pathOf(name))
        },
      }
    },
    /** Hands on what is written where nothing is wrong with it; else says what is, and leads to the first field of it. */
    submit: (send: (values: FormValues, element: HTMLFormElement) => void) => (event: SubmitEvent<HTMLFormElement>) => {
      const element = event.currentTarget
      draft.onSubmit(
        (values) => send(byField(values), element),
        (errors) => focusFirst(element, errors),
      )(event)
    },
    /** Puts what somebody else has against the fields under them. */
    showViolations: (violations: ReadonlyArray<Violation>, element: HTMLFormElement) => {
      const errors = errorsOf(violations)
      draft.setErrors(errors)
      focusFirst(element, errors)
    },
  }
}

/** The library takes a dot in a name for the way into an object. */
const pathOf = (field: string): string => field.replaceAll(".", "/")
const byPath = (values: FormValues): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([field, text]) => [pathOf(field), text]))
const byField = (values: FormValues): FormValues =>
  Object.fromEntries(Object.entries(values).map(([path, text]) => [path.replaceAll("/", "."), text]))

/** By field the messages against it, to be said in whichever language is spoken when they are shown. */
const errorsOf = (violations: ReadonlyArray<Violation>): FormErrors =>
  Object.fromEntries(
    violations.map(({ field }) => [
      pathOf(field),
      violations.filter((violation) => violation.field === field).map(({ message }) => message),
    ]),
  )
const messagesIn = (error: FormErrors[string]): ReadonlyArray<string> =>
  Array.isArray(error) ? error.filter((message) => typeof message === "string") : []

const focusFirst = (element: HTMLFormElement, errors: FormErrors): void => {
  for (const field of element.elements) {
    const name = field.getAttribute("name")
    if (name === null || !(pathOf(name) in errors) || !(field instanceof HTMLElement)) continue
    field.focus()
    return
  }
}
