// A form machine as fields see it: what stands in each, what is wrong with it, and how it is sent.
import { useSelector } from "@xstate/react"
import type { SubmitEvent } from "react"
import type { AnyActorRef } from "xstate"
import type { Failure, Violation } from "../../domain/failure.ts"
import type { Values } from "../../machines/form.ts"
import { useMessage } from "./words.tsx"

type FormEvent =
  | { readonly type: "field.type"; readonly field: string; readonly text: string }
  | { readonly type: "form.submit" }
  | { readonly type: "form.leave" }
type FormState = {
  readonly context: { readonly values: Values; readonly violations: ReadonlyArray<Violation>; readonly failure: Failure | null }
  readonly hasTag: (tag: "busy" | "edited") => boolean
  readonly can: (event: { readonly type: "form.submit" }) => boolean
}
/** Any actor of `formMachine`. */
export type FormActor = Pick<AnyActorRef, "subscribe"> & {
  readonly getSnapshot: () => FormState
  readonly send: (event: FormEvent) => void
}

export const useForm = (form: FormActor) => {
  const say = useMessage()
  const { values, violations, failure } = useSelector(form, ({ context }) => context)
  const busy = useSelector(form, (state) => state.hasTag("busy"))
  const edited = useSelector(form, (state) => state.hasTag("edited"))
  const maySubmit = useSelector(form, (state) => state.can({ type: "form.submit" }))
  return {
    values,
    failure,
    busy,
    edited,
    maySubmit,
    /** What a text field of this form is given. `problem`: what the domain has against it, where the server has nothing. */
    field: (name: string, problem?: string) => {
      const violation = violations.find(({ field }) => field === name)?.message
      return {
        name,
        value: values[name] ?? "",
        error: violation === undefined ? problem : say(violation),
        readOnly: busy,
        onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
          form.send({ type: "field.type", field: name, text: event.currentTarget.value }),
      }
    },
    submit: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault()
      form.send({ type: "form.submit" })
    },
    leave: () => form.send({ type: "form.leave" }),
  }
}
