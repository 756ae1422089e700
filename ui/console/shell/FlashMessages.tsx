// Flash messages of the console. What renders them is loaded after sign-in; if that fails, they are shown as plain notices.

import { Stack } from "@mantine/core"
import { useSelector } from "@xstate/react"
import { Suspense } from "react"
import { getFailureMessageKey } from "../../../domain/failures/message-lookup.ts"
import type { Tone } from "../../../machines/flash-messages-machine.ts"
import { useServerMessage, useTranslate } from "../../kit/i18n.tsx"
import { LoadFailedNotice, lazyPart, useRetry } from "../../kit/lazy-part.tsx"
import { DismissButton, Notice } from "../../kit/Notice.tsx"
import { useConsoleServices } from "../console-services.tsx"

export type ShownMessage = { readonly id: string; readonly tone: Tone; readonly text: string; readonly onDismiss: () => void }
export type ShownMessagesProps = { readonly messages: ReadonlyArray<ShownMessage> }

/** Shows the messages of the machine, and the failure of a sign-out. */
export const FlashMessages = () => {
  const t = useTranslate()
  const translateMessage = useServerMessage()
  const { flashes: actor, session } = useConsoleServices()
  const flashes = useSelector(actor, ({ context }) => context.flashes)
  const failure = useSelector(session, (state) => (state.matches("signedIn") ? state.context.failure : null))
  const isSignedIn = useSelector(session, (state) => state.hasTag("authenticated"))
  const messages = flashes.map(({ id, tone, text }): ShownMessage => {
    const onDismiss = () => actor.send({ type: "flash.dismiss", id })
    return { id: String(id), tone, text: translateMessage(text), onDismiss }
  })
  if (failure !== null) {
    const onDismiss = () => session.send({ type: "failure.dismiss" })
    messages.unshift({ id: "session", tone: "bad", text: t(getFailureMessageKey(failure)), onDismiss })
  }
  return (
    <section aria-label={t("shell.messages")}>
      {(isSignedIn || messages.length > 0) && (
        <Suspense>
          <FlashNotifications messages={messages} />
        </Suspense>
      )}
    </section>
  )
}

const PlainMessages = ({ messages }: ShownMessagesProps) => {
  const onRetry = useRetry()
  if (messages.length === 0) return null
  return (
    <Stack
      pos="fixed"
      top="var(--header-height)"
      left="1rem"
      right="1rem"
      maw="24rem"
      gap="xs"
      style={{ zIndex: "var(--mantine-z-index-overlay)" }}
    >
      <LoadFailedNotice onRetry={onRetry} />
      {messages.map(({ id, tone, text, onDismiss }) => (
        <Notice key={id} tone={tone}>
          <p>{text}</p>
          <DismissButton worded onDismiss={onDismiss} />
        </Notice>
      ))}
    </Stack>
  )
}

const FlashNotifications = lazyPart(async () => (await import("./FlashNotifications.tsx")).FlashNotifications, PlainMessages)
