// The short messages at the top left.

import { Outlet, useMatches } from "@tanstack/react-router"
import { useSelector } from "@xstate/react"
import { createContext, use, useCallback, useState } from "react"
import type { PlainMessageKey } from "../../../domain/catalog/catalog.ts"
import { failureMessageKey } from "../../../domain/catalog/message-lookup.ts"
import type { Tone } from "../../../machines/flash-messages-machine.ts"
import { PageTitle } from "../../kit/Branding.tsx"
import { useServerMessage, useTranslate } from "../../kit/i18n.tsx"
import { DismissButton, Notice } from "../../kit/Notice.tsx"
import { useConsoleServices } from "../console-services.tsx"
import classes from "./RootLayout.module.css"

export const FlashMessages = () => {
  const t = useTranslate()
  const say = useServerMessage()
  const { flashes: actor, session } = useConsoleServices()
  const flashes = useSelector(actor, ({ context }) => context.flashes)
  const failure = useSelector(session, (state) => (state.matches("signedIn") ? state.context.failure : null))
  return (
    <section className={classes["flashes"]} aria-label={t("shell.messages")}>
      {failure !== null && (
        <Flash tone="bad" text={t(failureMessageKey(failure))} onDismiss={() => session.send({ type: "failure.dismiss" })} />
      )}
      {flashes.map(({ id, tone, text }) => (
        <Flash key={id} tone={tone} text={say(text)} onDismiss={() => actor.send({ type: "flash.dismiss", id })} />
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

// A screen that turns out to be another than its address promised names the page itself: nothing here, or nothing for this person.

/** Takes the name that stands in place of the route's title; null: the route's title again. */
export const PageTitleContext = createContext<(title: PlainMessageKey | null) => void>(() => undefined)

/** Names the page for as long as it is there. */
export const PageTitleOverride = ({ of }: { readonly of: PlainMessageKey }) => {
  const name = use(PageTitleContext)
  const naming = useCallback(() => {
    name(of)
    return () => name(null)
  }, [name, of])
  return <span ref={naming} hidden={true} />
}

// The ground of every page: its title, and the short messages on top.

export const RootLayout = () => {
  const title = useMatches({
    select: (matches): PlainMessageKey | undefined => matches.findLast(({ staticData }) => staticData.title)?.staticData.title,
  })
  const [name, setName] = useState<PlainMessageKey | null>(null)
  return (
    <PageTitleContext value={setName}>
      <PageTitle of={name ?? title} />
      <FlashMessages />
      <Outlet />
    </PageTitleContext>
  )
}
