// The styling of a community's chats and statistics: the settings beside a live preview (spec/3-community §2 "Styling screen").
import { Button, Skeleton, Title } from "@mantine/core"
import { useBlocker } from "@tanstack/react-router"
import { useActorRef, useSelector } from "@xstate/react"
import { waitFor } from "xstate"
import type { StylingActor } from "../../../machines/styling/styling-machine.ts"
import { isDirty, isLeftContested, leftBehind } from "../../../machines/styling/styling-setup.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { useMoments, useWords } from "../../kit/i18n.tsx"
import { CommunityPage } from "../community/CommunityLayout.tsx"
import { type StylingMachines, useWired } from "../console-services.tsx"
import classes from "./Styling.module.css"
import { Desk } from "./StylingWorkspace.tsx"
import { StylingProvider } from "./styling-context.tsx"

// Edits of an earlier visit that the server does not have: how many, and the way back to them or past them.

export const StyleOffer = ({ actor }: { readonly actor: StylingActor }) => {
  const t = useWords()
  const { minute } = useMoments()
  const at = useSelector(actor, ({ context }) => context.left?.at)
  const count = useSelector(actor, ({ context }) => leftBehind(context))
  const isContested = useSelector(actor, ({ context }) => isLeftContested(context))
  return (
    <section className={classes["offer"]} aria-labelledby="style-offer">
      <Title order={1} size="h2" id="style-offer">
        {t("styling.offer.title")}
      </Title>
      {at !== undefined && <p>{t("styling.offer.text", { count, date: minute(at) })}</p>}
      <p>{t(isContested ? "styling.offer.contested" : "styling.offer.stays")}</p>
      <div className={classes["ways"]}>
        <Button onClick={() => actor.send({ type: "left.restore" })}>{t("styling.offer.restore")}</Button>
        <Button variant="default" color="red" onClick={() => actor.send({ type: "left.discard" })}>
          {t("styling.offer.discard")}
        </Button>
      </div>
    </section>
  )
}

type Props = { readonly machines: StylingMachines; readonly slug: string }

export const Styling = ({ machines, slug }: Props) => (
  <CommunityPage slug={slug} right="community.style" width="full">
    <Configurator machines={machines} slug={slug} />
  </CommunityPage>
)

const Configurator = ({ machines, slug }: Props) => {
  const t = useWords()
  const user = useSelector(useWired().session, ({ context }) => context.user?.uuid ?? "")
  const actor = useActorRef(machines.styling, { input: { slug, user, now: machines.now } })
  const state = useSelector(actor, ({ value }) => (typeof value === "string" ? value : "open"))
  const failure = useSelector(actor, ({ context }) => context.failure)

  useBlocker({
    enableBeforeUnload: false,
    shouldBlockFn: async () => {
      if (!isDirty(actor.getSnapshot().context)) return false
      actor.send({ type: "styling.leave" })
      const { status } = await waitFor(actor, (snapshot) => !snapshot.hasTag("asks-to-leave"))
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
  if (state === "offering") return <StyleOffer actor={actor} />
  if (state !== "open" && state !== "dropping") return <Loading />
  return (
    <StylingProvider value={actor}>
      <Desk preview={machines.preview} slug={slug} />
    </StylingProvider>
  )
}

const Loading = () => {
  const t = useWords()
  return (
    <div className={classes["loading"]}>
      <output className="unseen">{t("shell.loading")}</output>
      <div>
        <Skeleton height={36} />
        <Skeleton height={240} radius="lg" />
        <Skeleton height={240} radius="lg" />
      </div>
      <Skeleton height={560} radius="lg" />
    </div>
  )
}
