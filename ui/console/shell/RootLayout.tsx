// The short messages at the top left.

import { Outlet, useMatches } from "@tanstack/react-router"
import { useSelector } from "@xstate/react"
import { createContext, use, useCallback, useState } from "react"
import type { PlainKey } from "../../../domain/catalog/catalog.ts"
import { failureKey } from "../../../domain/catalog/message-lookup.ts"
import type { Tone } from "../../../machines/flash-messages-machine.ts"
import { PageTitle } from "../../kit/Branding.tsx"
import { useMessage, useWords } from "../../kit/i18n.tsx"
import { Dismiss, Notice } from "../../kit/Notice.tsx"
import { useWired } from "../console-services.tsx"
import classes from "./RootLayout.module.css"

export const Flashes = () => {
  const t = useWords()
  const say = useMessage()
  const { flashes: actor, session } = useWired()
  const flashes = useSelector(actor, ({ context }) => context.flashes)
  const failure = useSelector(session, (state) => (state.matches("signedIn") ? state.context.failure : null))
  return (
    <section className={classes["flashes"]} aria-label={t("shell.messages")}>
      {failure !== null && <Flash tone="bad" text={t(failureKey(failure))} onDismiss={() => session.send({ type: "failure.dismiss" })} />}
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
    <Dismiss onDismiss={onDismiss} />
  </div>
)

// A screen that turns out to be another than its address promised names the page itself: nothing here, or nothing for this person.

/** Takes the name that stands in place of the route's title; null: the route's title again. */
export const NamingContext = createContext<(title: PlainKey | null) => void>(() => undefined)

/** Names the page for as long as it is there. */
export const Named = ({ of }: { readonly of: PlainKey }) => {
  const name = use(NamingContext)
  const naming = useCallback(() => {
    name(of)
    return () => name(null)
  }, [name, of])
  return <span ref={naming} hidden={true} />
}

// The ground of every page: its title, and the short messages on top.

export const Page = () => {
  const title = useMatches({
    select: (matches): PlainKey | undefined => matches.findLast(({ staticData }) => staticData.title)?.staticData.title,
  })
  const [name, setName] = useState<PlainKey | null>(null)
  return (
    <NamingContext value={setName}>
      <PageTitle of={name ?? title} />
      <Flashes />
      <Outlet />
    </NamingContext>
  )
}
