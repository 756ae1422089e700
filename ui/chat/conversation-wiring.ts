// Connects the conversation machine of the chat page to the API client and the browser storage.
import { createActor, fromCallback, fromPromise, type PromiseActorLogic } from "xstate"
import { readBaseUrls, watchPage } from "../../adapters/browser/browser-page.ts"
import { createChatClient, type OpenRequest } from "../../adapters/public-pages/chat-client.ts"
import {
  clearEndedMark,
  createAccessToken,
  createConversationStorage,
  markConversationEnded,
} from "../../adapters/public-pages/conversation-storage.ts"
import { publicPageLanguage } from "../../domain/catalog/public-pages/public-page-texts.ts"
import { parseMetadata } from "../../domain/chat/conversation-metadata.ts"
import type { ChatRoute } from "../../domain/links/respondent-urls.ts"
import { type ConversationActor, conversationMachine } from "../../machines/conversation/conversation-machine.ts"
import type { PickedFile, StoredAnswer, UploadedFile } from "../../machines/conversation/conversation-transcript.ts"

export { hasReturnedToEnd } from "../../adapters/public-pages/conversation-storage.ts"

type ConversationRoute = Exclude<ChatRoute, { readonly type: "preview" }>

/** Starts or resumes the conversation of a chat address; `navigate` leaves for another page. */
export const startConversation = (
  route: ConversationRoute,
  query: URLSearchParams,
  navigate: (address: string) => void,
): ConversationActor => {
  const storage = createConversationStorage(
    route.type === "anonymous" ? `${route.base}/${route.community}/${route.script}` : `${route.base} ${route.accessKey}`,
  )
  const stored = storage.load()
  const accessToken = route.type === "personal" ? route.accessKey : (stored?.pass ?? createAccessToken())
  if (route.type === "anonymous") storage.keep({ pass: accessToken, answer: stored?.answer ?? null })
  let isStored = route.type === "anonymous" || stored !== undefined
  const language = publicPageLanguage(query.get("l"))
  const metadata = parseMetadata(Object.fromEntries(query))
  const client = createChatClient(route.base, accessToken, { ...(language !== undefined && { language }), metadata })
  const openRequest: OpenRequest = route.type === "anonymous" ? { anonymous: { community: route.community, script: route.script } } : {}
  const actor = createActor(
    conversationMachine.provide({
      actors: {
        openConversation: connectPort((_: void, signal) => client.open(openRequest, signal)),
        submitAnswer: connectPort(client.giveAnswer),
        pollTurns: connectPort(client.poll),
        uploadFile: connectPort(
          ({ uuid, file }: { readonly uuid: string; readonly file: PickedFile }, signal): Promise<UploadedFile> =>
            client.uploadFile(uuid, file, signal),
        ),
        storeAnswer: connectPort(async (answer: StoredAnswer | null) => {
          // The conversation may have ended in another tab; after the end nothing may stay on the device [E9].
          if (isStored && storage.load()?.pass !== accessToken) return
          storage.keep({ pass: accessToken, answer })
          isStored = true
        }),
        deleteStoredConversation: connectPort(async () => {
          // Another tab may have started a new conversation since.
          if (storage.load()?.pass === accessToken) storage.delete()
        }),
        redirect: connectPort(async (address: string | null) => {
          if (address !== null) navigate(address)
        }),
        reloadPage: connectPort(async () => window.location.reload()),
        pageEvents: fromCallback(({ sendBack }) => watchPage(sendBack)),
      },
    }),
    { input: { isNew: stored === undefined, storedAnswer: stored?.answer ?? null, bases: readBaseUrls() } },
  )
  if (route.type === "anonymous") {
    clearEndedMark()
    actor.subscribe((state) => state.matches("over") && markConversationEnded())
  }
  return actor.start()
}

/** The promise of an aborted call never settles, so that its result is not taken for that of the call that replaced it. */
const connectPort = <Input, Output>(run: (input: Input, signal: AbortSignal) => Promise<Output>): PromiseActorLogic<Output, Input> =>
  fromPromise(async ({ input, signal }) => {
    try {
      return await run(input, signal)
    } catch (error) {
      if (signal.aborted) return new Promise<never>(() => undefined)
      throw error
    }
  })
