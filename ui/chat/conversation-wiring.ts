// The one place of the respondents' page where its machine meets adapters.
import { createActor, fromCallback, fromPromise, type PromiseActorLogic } from "xstate"
import { readBases, watchPage } from "../../adapters/browser/browser-page.ts"
import { chatCalls, type Opening } from "../../adapters/public-pages/chat-client.ts"
import { keptConversation, markEnded, newPass, unmarkEnded } from "../../adapters/public-pages/conversation-storage.ts"
import { chatLanguage } from "../../domain/catalog/public-pages/public-page-texts.ts"
import { metadataOf } from "../../domain/chat/conversation-metadata.ts"
import type { ChatPlace } from "../../domain/links/respondent-urls.ts"
import { type ConversationActor, conversationMachine } from "../../machines/conversation/conversation-machine.ts"
import type { KeptAnswer, PickedFile, SentFile } from "../../machines/conversation/conversation-transcript.ts"

export { isBackAtEnd } from "../../adapters/public-pages/conversation-storage.ts"

type Place = Exclude<ChatPlace, { readonly type: "preview" }>

/** Begins, or goes on with, the conversation that an address leads to; `go` leaves the page for another. */
export const wire = (place: Place, query: URLSearchParams, go: (address: string) => void): ConversationActor => {
  const store = keptConversation(
    place.type === "anonymous" ? `${place.base}/${place.community}/${place.script}` : `${place.base} ${place.pass}`,
  )
  const kept = store.find()
  const pass = place.type === "personal" ? place.pass : (kept?.pass ?? newPass())
  if (place.type === "anonymous") store.keep({ pass, answer: kept?.answer ?? null })
  let isKept = place.type === "anonymous" || kept !== undefined
  const language = chatLanguage(query.get("l"))
  const metadata = metadataOf(Object.fromEntries(query))
  const calls = chatCalls(place.base, pass, { ...(language !== undefined && { language }), metadata })
  const opening: Opening = place.type === "anonymous" ? { anonymous: { community: place.community, script: place.script } } : {}
  const actor = createActor(
    conversationMachine.provide({
      actors: {
        open: fill((_: void, signal) => calls.open(opening, signal)),
        giveAnswer: fill(calls.giveAnswer),
        watch: fill(calls.watch),
        keepFile: fill(
          ({ uuid, file }: { readonly uuid: string; readonly file: PickedFile }, signal): Promise<SentFile> =>
            calls.keepFile(uuid, file, signal),
        ),
        keepAnswer: fill(async (answer: KeptAnswer | null) => {
          // In another tab it may have come to its end, of which nothing stays.
          if (isKept && store.find()?.pass !== pass) return
          store.keep({ pass, answer })
          isKept = true
        }),
        forget: fill(async () => {
          // Another tab may have begun another one since.
          if (store.find()?.pass === pass) store.forget()
        }),
        leave: fill(async (address: string | null) => {
          if (address !== null) go(address)
        }),
        reopen: fill(async () => window.location.reload()),
        page: fromCallback(({ sendBack }) => watchPage(sendBack)),
      },
    }),
    { input: { isNew: kept === undefined, kept: kept?.answer ?? null, bases: readBases() } },
  )
  if (place.type === "anonymous") {
    unmarkEnded()
    actor.subscribe((state) => state.matches("over") && markEnded())
  }
  return actor.start()
}

/** A call that nobody waits for any more has no end that could be taken for that of the call made in its place. */
const fill = <Input, Output>(run: (input: Input, signal: AbortSignal) => Promise<Output>): PromiseActorLogic<Output, Input> =>
  fromPromise(async ({ input, signal }) => {
    try {
      return await run(input, signal)
    } catch (error) {
      if (signal.aborted) return new Promise<never>(() => undefined)
      throw error
    }
  })
