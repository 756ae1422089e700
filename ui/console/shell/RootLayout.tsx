// Root layout of all console pages: document title and flash messages.

import { Outlet, useMatches } from "@tanstack/react-router"
import { useSelector } from "@xstate/react"
import { createContext, use, useCallback, useState } from "react"
import type { PlainMessageKey } from "../../../domain/catalog/catalog.ts"
import { getFailureMessageKey } from "../../../domain/failures/message-lookup.ts"
import type { Tone } from "../../../machines/flash-messages-machine.ts"
import { PageTitle } from "../../kit/Branding.tsx"
import { useServerMessage, useTranslate } from "../../kit/i18n.tsx"
import { DismissButton, Notice } from "../../kit/Notice.tsx"
import { useConsoleServices } from "../console-services.tsx"
import classes from "./RootLayout.module.css"

export const FlashMessages = () => {
  const t = useTranslate()
  const translateMessage = useServerMessage()
  const { flashes: actor, session } = useConsoleServices()
  const flashes = useSelector(actor, ({ context }) => context.flashes)
  const failure = useSelector(session, (state) => (state.matches("signedIn") ? state.context.failure : null))
  return (
    <section className={classes["flashes"]} aria-label={t("shell.messages")}>
      {failure !== null && (
        <Flash tone="bad" text={t(getFailureMessageKey(failure))} onDismiss={() => session.send({ type: "failure.dismiss" })} />
      )}
      {flashes.map(({ id, tone, text }) => (
        <Flash key={id} tone={tone} text={translateMessage(text)} onDismiss={() => actor.send({ type: "flash.dismiss", id })} />
      ))}
    </section>
  )
}

type FlashProps = { readonly tone: Tone; readonly text: string; readonly onDismiss: () => void }

const Flash = ({ tone, text, onDismiss }: FlashProps) => (
  <div className={classes["flash"]}>
    <Notice tone={tone}>
      <p>{text}</p>
    </Notice>
    <DismissButton onDismiss={onDismiss} />
  </div>
)

/** Sets a title that replaces the route's title; null restores the route's title. */
export const PageTitleContext = createContext<(title: PlainMessageKey | null) => void>(() => undefined)

/** Overrides the title of the route while mounted, for example when there is nothing to show or nothing for this user. */
export const PageTitleOverride = ({ titleKey }: { readonly titleKey: PlainMessageKey }) => {
  const setTitle = use(PageTitleContext)
  const overrideTitle = useCallback(() => {
    setTitle(titleKey)
    return () => setTitle(null)
  }, [setTitle, titleKey])
  return <span ref={overrideTitle} hidden={true} />
}

export const RootLayout = () => {
  const title = useMatches({
    select: (matches): PlainMessageKey | undefined => matches.findLast(({ staticData }) => staticData.title)?.staticData.title,
  })
  const [override, setOverride] = useState<PlainMessageKey | null>(null)
  return (
    <PageTitleContext value={setOverride}>
      <PageTitle titleKey={override ?? title} />
      <FlashMessages />
      <Outlet />
    </PageTitleContext>
  )
}
