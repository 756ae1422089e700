// Asks before what was written in a form is dropped in passing: by Escape, a click beside it, a link, the browser's way back. What is being
// sent is answered first.
import { useBlocker } from "@tanstack/react-router"
import { useSelector } from "@xstate/react"
import { DropConsent } from "./DropConsent.tsx"
import type { FormActor } from "./form.ts"

export const LeaveForm = ({ form }: { readonly form: FormActor | undefined }) => {
  const asks = useSelector<FormActor | undefined, boolean>(form, (state) => state?.hasTag("asking") ?? false)
  useBlocker({
    enableBeforeUnload: false,
    // What replaces the address is a guard's word, such as that nobody is signed in: that is not asked about.
    shouldBlockFn: async ({ action }) => {
      if (form === undefined || action === "REPLACE" || !holds(form)) return false
      form.send({ type: "form.dismiss" })
      await answered(form)
      return holds(form)
    },
  })
  return asks && <DropConsent onDrop={() => form?.send({ type: "form.leave" })} onKeep={() => form?.send({ type: "form.keep" })} />
}

const holds = (form: FormActor): boolean => form.getSnapshot().hasTag("edited") || form.getSnapshot().hasTag("busy")

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
