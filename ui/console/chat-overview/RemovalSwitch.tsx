// [R5] Switch that turns the removal procedure of a script on or off; turning it off needs confirmation. Only administrators may use it [U6].
import { Text } from "@mantine/core"
import { useSelector } from "@xstate/react"
import { useRef } from "react"
import { hasRight } from "../../../domain/accounts/rights.ts"
import type { StatusActor } from "../../../machines/chat/chat-overview-machine.ts"
import { ConfirmDialog } from "../../kit/ConfirmDialog.tsx"
import { useTranslate } from "../../kit/i18n.tsx"
import { useConsoleServices } from "../console-services.tsx"
import classes from "./RemovalSwitch.module.css"

/** The id of the text that says who may use the switch. */
const reasonId = "removal-switch-reason"

const useMaySwitchRemoval = (slug: string): boolean =>
  useSelector(useConsoleServices().session, ({ context: { user } }) => user !== null && hasRight(user, "scripts.removal-procedure", slug))

/** Says once, for all switches of a list, why they are disabled; nothing for those who may use them. */
export const RemovalSwitchReason = ({ slug }: { readonly slug: string }) => {
  const t = useTranslate()
  return (
    !useMaySwitchRemoval(slug) && (
      <Text id={reasonId} size="sm" c="dimmed">
        {t("removals.administrators-only")}
      </Text>
    )
  )
}

export const RemovalSwitch = ({ actor }: { readonly actor: StatusActor }) => {
  const t = useTranslate()
  const maySwitch = useMaySwitchRemoval(useSelector(actor, ({ context }) => context.community))
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
      <label className={classes["switch"]} title={maySwitch ? undefined : t("removals.administrators-only")}>
        <input
          ref={field}
          type="checkbox"
          role="switch"
          checked={on}
          aria-checked={on}
          aria-busy={busy}
          disabled={!maySwitch}
          aria-describedby={maySwitch ? undefined : reasonId}
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
