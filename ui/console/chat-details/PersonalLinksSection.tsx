// Links for one person each: so many, or for a list; the progress of making them (spec/3-community §2 "Links block", §9).

import { Button, Checkbox, TextInput } from "@mantine/core"
import { useBlocker } from "@tanstack/react-router"
import { useActorRef, useSelector } from "@xstate/react"
import { useId } from "react"
import { linkAmountViolations, makesShortLinks } from "../../../domain/links/participant-links.ts"
import type { Script } from "../../../domain/script/script.ts"
import type { LinksActor } from "../../../machines/chat/links-machine.ts"
import type { FormValues } from "../../../machines/form-machine.ts"
import { ConfirmDialog } from "../../kit/ConfirmDialog.tsx"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { focusOnMountIfLost } from "../../kit/focus-hooks.ts"
import { changedText, useFormFields } from "../../kit/form-fields.ts"
import { useTranslate } from "../../kit/i18n.tsx"
import type { ChatDetailsMachines } from "../console-services.tsx"
import classes from "./ChatDetails.module.css"
import { CreatedLinks } from "./CreatedLinks.tsx"
import { LinkListDialog } from "./LinkListDialog.tsx"

// Asks before links go that no file has: where the page stays and only its content changes, which the browser cannot, and where others are
// made in their place.

export const UnsavedLinksConfirmations = ({ actor }: { readonly actor: LinksActor }) => {
  const t = useTranslate()
  const unsaved = useSelector(actor, (state) => state.matches({ file: "unsaved" }))
  const made = useSelector(actor, ({ context }) => context.made)
  const asks = useSelector(actor, (state) => state.hasTag("confirming-loss"))
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => unsaved && current.pathname !== next.pathname,
    enableBeforeUnload: false,
    withResolver: true,
  })
  return (
    <>
      <ConfirmDialog
        title={t("links.leave")}
        question={status === "blocked" ? t("links.leave.question", { count: made }) : null}
        confirmLabel={t("links.leave.deed")}
        destroys
        onConfirm={() => proceed?.()}
        onCancel={() => reset?.()}
      />
      <ConfirmDialog
        title={t("links.others")}
        question={asks ? t("links.others.question", { count: made }) : null}
        confirmLabel={t("links.others.deed")}
        destroys
        onConfirm={() => actor.send({ type: "consent.give" })}
        onCancel={() => actor.send({ type: "consent.refuse" })}
      />
    </>
  )
}

type Props = { readonly machines: ChatDetailsMachines; readonly community: string; readonly script: Script }

const one = { amount: "1" }
const check = ({ amount = "" }: FormValues) => linkAmountViolations(amount)
/** A number is soon typed again. */
const notHeld = () => undefined

export const PersonalLinksSection = ({ machines, community, script }: Props) => {
  const t = useTranslate()
  const actor = useActorRef(machines.links, { input: { community, uuid: script.uuid, name: script.name, desk: useId() } })
  const { made, failure } = useSelector(actor, ({ context }) => context)
  const resting = useSelector(actor, (state) => state.matches({ creation: "idle" }))
  const busy = useSelector(actor, (state) => state.hasTag("busy"))
  const list = useSelector(actor, ({ children }) => children.list)
  const { field, submit, setValue } = useFormFields(one, check, notHeld)
  const amount = field("amount")
  return (
    <>
      <form className={classes["entry"]} noValidate onSubmit={submit(({ amount = "" }) => actor.send({ type: "links.make", amount }))}>
        <TextInput
          label={t("links.amount")}
          description={amount.error === undefined ? t("links.amount.help") : undefined}
          inputMode="numeric"
          autoComplete="off"
          disabled={!resting}
          {...amount}
          onChange={(event) => setValue("amount", changedText(event))}
        />
        <div className={classes["row"]}>
          <Button type="submit" disabled={!resting}>
            {t("links.create")}
          </Button>
          <Button variant="default" disabled={!resting} onClick={() => actor.send({ type: "list.open" })}>
            {t("list.heading")}
          </Button>
        </div>
      </form>
      {/* "short toggle (disabled)" */}
      <Checkbox label={t("links.short")} description={t("links.short.text")} checked={makesShortLinks} disabled readOnly />
      <UnsavedLinksConfirmations actor={actor} />
      {list !== undefined && <LinkListDialog actor={list} />}
      {busy && <Running actor={actor} />}
      {resting && <FailureNotice failure={failure} />}
      {made > 0 && <CreatedLinks machines={machines} community={community} script={script} actor={actor} />}
    </>
  )
}

const Running = ({ actor }: { readonly actor: LinksActor }) => {
  const t = useTranslate()
  const { made, batches, failure } = useSelector(actor, ({ context }) => context)
  const stuck = useSelector(actor, (state) => state.matches({ creation: "failed" }))
  const count = batches.reduce((sum, it) => sum + it, 0)
  return (
    <div className={classes["progress"]} ref={focusOnMountIfLost} tabIndex={-1}>
      <progress max={count} value={made} aria-label={t("links.create")} />
      <output>{t("links.progress", { made, count })}</output>
      {stuck && (
        <>
          <FailureNotice failure={failure} />
          <p className={classes["quiet"]}>{t("links.stuck")}</p>
        </>
      )}
      <div className={classes["row"]}>
        {stuck && <Button onClick={() => actor.send({ type: "links.retry" })}>{t("retry")}</Button>}
        <Button variant="default" onClick={() => actor.send({ type: "links.cancel" })}>
          {t("links.cancel")}
        </Button>
      </div>
    </div>
  )
}
