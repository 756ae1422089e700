// The page that styles a community's chats and statistics: settings beside a live preview.
import { Button, Skeleton, Title, VisuallyHidden } from "@mantine/core"
import { useBlocker } from "@tanstack/react-router"
import { useActorRef, useSelector } from "@xstate/react"
import { waitFor } from "xstate"
import type { StylingActor } from "../../../machines/styling/styling-machine.ts"
import { countLocalChanges, isDirty, isLocalDraftContested } from "../../../machines/styling/styling-setup.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { useDateFormat, useTranslate } from "../../kit/i18n.tsx"
import { CommunityLayout } from "../community/CommunityLayout.tsx"
import { type StylingMachines, useConsoleServices } from "../console-services.tsx"
import classes from "./Styling.module.css"
import { StylingWorkspace } from "./StylingWorkspace.tsx"
import { StylingProvider } from "./styling-context.tsx"

/** [T17] Offers unsaved edits of an earlier visit: restores or discards them. */
export const LocalStyleOffer = ({ actor }: { readonly actor: StylingActor }) => {
  const t = useTranslate()
  const { dayAndTime } = useDateFormat()
  const at = useSelector(actor, ({ context }) => context.localDraft?.at)
  const count = useSelector(actor, ({ context }) => countLocalChanges(context))
  const isContested = useSelector(actor, ({ context }) => isLocalDraftContested(context))
  return (
    <section className={classes["offer"]} aria-labelledby="style-offer">
      <Title order={1} size="h2" id="style-offer">
        {t("styling.offer.title")}
      </Title>
      {at !== undefined && <p>{t("styling.offer.text", { count, date: dayAndTime(at) })}</p>}
      <p>{t(isContested ? "styling.offer.contested" : "styling.offer.stays")}</p>
      <div className={classes["ways"]}>
        <Button onClick={() => actor.send({ type: "local-draft.restore" })}>{t("styling.offer.restore")}</Button>
        <Button variant="default" color="red" onClick={() => actor.send({ type: "local-draft.discard" })}>
          {t("styling.offer.discard")}
        </Button>
      </div>
    </section>
  )
}

type Props = { readonly machines: StylingMachines; readonly slug: string }

export const StylingPage = ({ machines, slug }: Props) => (
  <CommunityLayout slug={slug} right="community.style" width="full">
    <Configurator machines={machines} slug={slug} />
  </CommunityLayout>
)

const Configurator = ({ machines, slug }: Props) => {
  const t = useTranslate()
  const user = useSelector(useConsoleServices().session, ({ context }) => context.user?.uuid ?? "")
  const actor = useActorRef(machines.styling, { input: { slug, user, now: machines.now } })
  const state = useSelector(actor, ({ value }) => (typeof value === "string" ? value : "open"))
  const failure = useSelector(actor, ({ context }) => context.failure)

  useBlocker({
    enableBeforeUnload: false,
    shouldBlockFn: async () => {
      if (!isDirty(actor.getSnapshot().context)) return false
      actor.send({ type: "styling.leave" })
      const { status } = await waitFor(actor, (snapshot) => !snapshot.hasTag("confirming-leave"))
      return status === "active"
    },
  })

  if (state === "failed")
    return (
      <>
        <Title order={1} size="h2">
          {t("styling.failed")}
        </Title>
        <FailureNotice failure={failure} />
        <div>
          <Button onClick={() => actor.send({ type: "styling.retry" })}>{t("retry")}</Button>
        </div>
      </>
    )
  if (state === "offering") return <LocalStyleOffer actor={actor} />
  if (state !== "open" && state !== "abandoning") return <Loading />
  return (
    <StylingProvider value={actor}>
      <StylingWorkspace preview={machines.preview} slug={slug} />
    </StylingProvider>
  )
}

const Loading = () => {
  const t = useTranslate()
  return (
    <div className={classes["loading"]}>
      <VisuallyHidden component="output">{t("shell.loading")}</VisuallyHidden>
      <div>
        <Skeleton height={36} />
        <Skeleton height={240} radius="lg" />
        <Skeleton height={240} radius="lg" />
      </div>
      <Skeleton height={560} radius="lg" />
    </div>
  )
}
