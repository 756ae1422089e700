// The one place of the respondents' page where its machine meets adapters.
import { createActor, fromCallback, fromPromise, type PromiseActorLogic } from "xstate"
import { readBaseUrls, watchPage } from "../../adapters/browser/browser-page.ts"
import { createChatClient, type OpenRequest } from "../../adapters/public-pages/chat-client.ts"
import {
  clearEndedMark,
  conversationStorage,
  createAccessToken,
  markConversationEnded,
} from "../../adapters/public-pages/conversation-storage.ts"
import { publicPageLanguage } from "../../domain/catalog/public-pages/public-page-texts.ts"
import { parseMetadata } from "../../domain/chat/conversation-metadata.ts"
import type { ChatRoute } from "../../domain/links/respondent-urls.ts"
import { type ConversationActor, conversationMachine } from "../../machines/conversation/conversation-machine.ts"
import type { PickedFile, StoredAnswer, UploadedFile } from "../../machines/conversation/conversation-transcript.ts"

export { hasReturnedToEnd } from "../../adapters/public-pages/conversation-storage.ts"

type Place = Exclude<ChatRoute, { readonly type: "preview" }>

/** Begins, or goes on with, the conversation that an address leads to; `go` leaves the page for another. */
export const startConversation = (place: Place, query: URLSearchParams, go: (address: string) => void): ConversationActor => {
  const store = conversationStorage(
    place.type === "anonymous" ? `${place.base}/${place.community}/${place.script}` : `${place.base} ${place.accessKey}`,
  )
  const kept = store.load()
  const pass = place.type === "personal" ? place.accessKey : (kept?.pass ?? createAccessToken())
  if (place.type === "anonymous") store.keep({ pass, answer: kept?.answer ?? null })
  let isKept = place.type === "anonymous" || kept !== undefined
  const language = publicPageLanguage(query.get("l"))
  const metadata = parseMetadata(Object.fromEntries(query))
  const calls = createChatClient(place.base, pass, { ...(language !== undefined && { language }), metadata })
  const opening: OpenRequest = place.type === "anonymous" ? { anonymous: { community: place.community, script: place.script } } : {}
  const actor = createActor(
    conversationMachine.provide({
      actors: {
        open: connectPort((_: void, signal) => calls.open(opening, signal)),
        giveAnswer: connectPort(calls.giveAnswer),
        watch: connectPort(calls.poll),
        keepFile: connectPort(
          ({ uuid, file }: { readonly uuid: string; readonly file: PickedFile }, signal): Promise<UploadedFile> =>
            calls.uploadFile(uuid, file, signal),
        ),
        keepAnswer: connectPort(async (answer: StoredAnswer | null) => {
          // In another tab it may have come to its end, of which nothing stays.
          if (isKept && store.load()?.pass !== pass) return
          store.keep({ pass, answer })
          isKept = true
        }),
        forget: connectPort(async () => {
          // Another tab may have begun another one since.
          if (store.load()?.pass === pass) store.delete()
        }),
        leave: connectPort(async (address: string | null) => {
          if (address !== null) go(address)
        }),
        reopen: connectPort(async () => window.location.reload()),
        page: fromCallback(({ sendBack }) => watchPage(sendBack)),
      },
    }),
    { input: { isNew: kept === undefined, kept: kept?.answer ?? null, bases: readBaseUrls() } },
  )
  if (place.type === "anonymous") {
    clearEndedMark()
    actor.subscribe((state) => state.matches("over") && markConversationEnded())
  }
  return actor.start()
}

/** A call that nobody waits for any more has no end that could be taken for that of the call made in its place. */
const connectPort = <Input, Output>(run: (input: Input, signal: AbortSignal) => Promise<Output>): PromiseActorLogic<Output, Input> =>
  fromPromise(async ({ input, signal }) => {
    try {
      return await run(input, signal)
    } catch (error) {
      if (signal.aborted) return new Promise<never>(() => undefined)
      throw error
    }
  })
