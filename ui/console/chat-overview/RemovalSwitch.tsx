// [R5] Switch that turns the removal procedure of a script on or off; turning it off needs confirmation.
import { useSelector } from "@xstate/react"
import { useRef } from "react"
import type { StatusActor } from "../../../machines/chat/chat-overview-machine.ts"
import { ConfirmDialog } from "../../kit/ConfirmDialog.tsx"
import { useTranslate } from "../../kit/i18n.tsx"
import classes from "./RemovalSwitch.module.css"

export const RemovalSwitch = ({ actor }: { readonly actor: StatusActor }) => {
  const t = useTranslate()
  const on = useSelector(actor, ({ context }) => context.removal)
  const asking = useSelector(actor, (state) => state.hasTag("confirming-removal"))
  const busy = useSelector(actor, (state) => state.hasTag("switching"))
  const field = useRef<HTMLInputElement>(null)
  // The dialog is mounted open, so Mantine does not know which element to return the focus to.
  const answer = (type: "consent.give" | "consent.refuse") => () => {
    actor.send({ type })
    field.current?.focus({ preventScroll: true })
  }
  return (
    <>
      <label className={classes["switch"]}>
        <input
          ref={field}
          type="checkbox"
          role="switch"
          checked={on}
          aria-checked={on}
          aria-busy={busy}
          onChange={(event) => actor.send({ type: "removal.switch", on: event.currentTarget.checked })}
        />
        <span className={classes["label"]}>{t("removals.edit.procedure")}</span>
      </label>
      {asking && (
        <ConfirmDialog
          title={t("removals.off.title")}
          question={t("removals.off.question")}
          confirmLabel={t("continue")}
          onConfirm={answer("consent.give")}
          onCancel={answer("consent.refuse")}
        />
      )}
    </>
  )
}
