// The one place of the console where machines meet adapters; the editor's is editor/wiring.ts.
import { createActor, fromCallback } from "xstate"
import { accountApi } from "../../adapters/api/account.ts"
import { client } from "../../adapters/api/call.ts"
import { communitiesApi } from "../../adapters/api/communities.ts"
import { conversationsApi } from "../../adapters/api/conversations.ts"
import { keyed } from "../../adapters/api/keyed.ts"
import { scriptsApi } from "../../adapters/api/scripts.ts"
import { readBases } from "../../adapters/browser/bases.ts"
import { keepFocus } from "../../adapters/browser/focus.ts"
import { askBeforeUnload, holdEscape, keepDroppedFilesOut } from "../../adapters/browser/page.ts"
import { sessionCopy } from "../../adapters/browser/session-copy.ts"
import { joinTabs } from "../../adapters/browser/tabs.ts"
import { newUuid } from "../../adapters/browser/uuid.ts"
import { addChatMachine, chatDeletionMachine, chatOverviewMachine } from "../../machines/chat-overview.ts"
import { addCommunityMachine, type CommunityNews, communitiesMachine } from "../../machines/communities.ts"
import { flashesMachine } from "../../machines/flashes.ts"
import type { Values } from "../../machines/form.ts"
import { type CopyDeed, sessionMachine, type TabNews } from "../../machines/session.ts"
import { signInMachine } from "../../machines/sign-in.ts"
import { filler } from "../kit/fill.ts"
import { wireScriptStatus } from "./chats/wiring.ts"
import { sender } from "./session/wiring.ts"
import type { Outside, Wired } from "./wired.tsx"

/** Fills every port and starts the session. `nobody`: it is known already that nobody is signed in. */
export const wire = ({ nobody }: { readonly nobody: boolean }): Wired => {
  const api = client(window.origin)
  const fill = filler(() => session.send({ type: "session.lost" }))
  const account = accountApi(api)
  const communities = communitiesApi(api)
  const scripts = scriptsApi(api)
  const conversations = conversationsApi(api)

  const copy = sessionCopy("conversation-admin-session")
  keepDroppedFilesOut()
  keepFocus()

  const session = createActor(
    sessionMachine.provide({
      actors: {
        currentUser: fill(account.currentUser),
        signOut: fill(account.logout),
        recall: fill(copy.recall),
        copy: fromCallback<CopyDeed>(({ receive }) => {
          receive((deed) => void (deed.type === "copy.keep" ? copy.keep(deed.user) : copy.drop()))
        }),
        otherTabs: fromCallback<TabNews>(({ sendBack, receive }) => {
          const { tell, leave } = joinTabs(sendBack)
          receive(tell)
          return leave
        }),
        signIn: signInMachine.provide({ actors: { login: fill(account.login), verify: fill(account.verify) } }),
      },
    }),
    { input: { nobody } },
  ).start()

  // What was written stays in its dialog below while its person signs in again.
  holdEscape(() => session.getSnapshot().matches("interrupted"))

  const hold = () => {
    const work = newUuid()
    session.send({ type: "work.hold", work })
    return () => session.send({ type: "work.release", work })
  }
  const holdWork = fromCallback(hold)
  const holdUnkept = fromCallback(() => {
    const [release, stopAsking] = [hold(), askBeforeUnload()]
    return () => {
      release()
      stopAsking()
    }
  })
  const flashes = createActor(flashesMachine).start()
  const flash: Outside["flash"] = (tone, text, milliseconds) => flashes.send({ type: "flash.show", tone, text, milliseconds })
  const send = sender(fill, session)
  const lists = new Set<() => void>()
  const changes = fromCallback<CommunityNews>(({ sendBack }) => {
    const tell = () => sendBack({ type: "list.refresh" })
    lists.add(tell)
    return () => void lists.delete(tell)
  })
  const communitiesChanged = () => {
    for (const tell of lists) tell()
  }
  const outside = { api, fill, send, holdWork, holdUnkept, session, flash, communitiesChanged }

  return {
    session,
    flashes,
    communities: communitiesMachine.provide({
      actors: {
        list: fill(communities.list),
        changes,
        addCommunity: addCommunityMachine.provide({
          actors: {
            submit: send(keyed(newUuid, ({ name = "", slug = "" }: Values, signal, key) => communities.add({ name, slug }, signal, key))),
            holdWork: holdUnkept,
          },
        }),
      },
    }),
    bases: readBases(),
    chatOverview: chatOverviewMachine.provide({
      actors: {
        list: fill(scripts.list),
        answers: fill(conversations.answered),
        copy: fill(scripts.copy),
        addChat: addChatMachine.provide({
          actors: {
            submit: send(
              keyed(newUuid, ({ community = "", name = "" }: Values, signal, key) => scripts.add({ community, name }, signal, key)),
            ),
            holdWork: holdUnkept,
          },
        }),
        chatDeletion: chatDeletionMachine.provide({
          actors: {
            fetchToken: fill(({ target }, signal) => scripts.deleteToken(target, signal)),
            remove: fill(({ target, token }, signal) => scripts.remove({ ...target, token }, signal)),
          },
        }),
        scriptStatus: wireScriptStatus({ api, fill }),
      },
    }),
    palette: async () => (await import("./palette/wiring.ts")).wirePalette(outside),
    editor: async () => (await import("./editor/wiring.ts")).wireEditor(outside),
    outbound: async () => (await import("./editor/outbound/wiring.ts")).wireOutbound(outside),
    chat: async () => (await import("./chat/wiring.ts")).wireChat(outside),
    account: async () => (await import("./account/wiring.ts")).wireAccount(outside),
    community: async () => (await import("./community/wiring.ts")).wireCommunity(outside),
    styling: async () => (await import("./community/styling/wiring.ts")).wireStyling(outside),
    removal: async () => (await import("./removal/wiring.ts")).wireRemoval(outside),
    admin: async () => (await import("./admin/wiring.ts")).wireAdmin(outside),
  }
}
