// Connects the machines of the console to the adapters, and starts the session. Screens loaded later have their own wiring files.
import { createActor, fromCallback } from "xstate"
import { communitiesApi } from "../../adapters/api/communities-api.ts"
import { conversationsApi } from "../../adapters/api/conversations-api.ts"
import { createHttpClient, withIdempotencyKey } from "../../adapters/api/http-client.ts"
import { scriptsApi } from "../../adapters/api/scripts-api.ts"
import { signInApi } from "../../adapters/api/sign-in-api.ts"
import { confirmBeforeUnload, ignoreStrayFileDrops, readBaseUrls, suppressEscapeWhile } from "../../adapters/browser/browser-page.ts"
import { recoverLostFocus } from "../../adapters/browser/focus-recovery.ts"
import { createSessionCache } from "../../adapters/browser/session-cache.ts"
import { joinSessionChannel } from "../../adapters/browser/session-channel.ts"
import { newUuid } from "../../adapters/browser/uuid.ts"
import { addChatMachine, chatDeletionMachine, chatOverviewMachine } from "../../machines/chat/chat-overview-machine.ts"
import { addCommunityMachine, type CommunityListChanged, communitiesMachine } from "../../machines/community/communities-machine.ts"
import { flashMessagesMachine } from "../../machines/flash-messages-machine.ts"
import type { FormValues } from "../../machines/form-machine.ts"
import { type StoredUserCommand, sessionMachine, type TabMessage } from "../../machines/session/session-machine.ts"
import { signInMachine } from "../../machines/session/sign-in-machine.ts"
import { createConnectPort } from "../kit/connect-port.ts"
import type { ConsoleServices, WiringContext } from "./console-services.tsx"
import { wireScriptStatus } from "./script-status/script-status-wiring.ts"
import { createConnectSubmitPort } from "./session-wiring.ts"

/** Connects every port and starts the session. `nobody`: it is already known that no user is signed in. */
export const wireConsole = ({ nobody }: { readonly nobody: boolean }): ConsoleServices => {
  const api = createHttpClient(window.origin)
  const fill = createConnectPort(() => session.send({ type: "session.lost" }))
  const account = signInApi(api)
  const communities = communitiesApi(api)
  const scripts = scriptsApi(api)
  const conversations = conversationsApi(api)

  const copy = createSessionCache("conversation-admin-session")
  ignoreStrayFileDrops()
  recoverLostFocus()

  const session = createActor(
    sessionMachine.provide({
      actors: {
        currentUser: fill(account.currentUser),
        signOut: fill(account.logout),
        recall: fill(copy.load),
        copy: fromCallback<StoredUserCommand>(({ receive }) => {
          receive((deed) => void (deed.type === "copy.keep" ? copy.keep(deed.user) : copy.clear()))
        }),
        otherTabs: fromCallback<TabMessage>(({ sendBack, receive }) => {
          const { tell, leave } = joinSessionChannel(sendBack)
          receive(tell)
          return leave
        }),
        signIn: signInMachine.provide({ actors: { login: fill(account.login), verify: fill(account.verifyCode) } }),
      },
    }),
    { input: { nobody } },
  ).start()

  // Escape must not close a dialog with unsaved input below the sign-in dialog.
  suppressEscapeWhile(() => session.getSnapshot().matches("interrupted"))

  const hold = () => {
    const work = newUuid()
    session.send({ type: "work.hold", work })
    return () => session.send({ type: "work.release", work })
  }
  const holdWork = fromCallback(hold)
  const holdUnkept = fromCallback(() => {
    const [release, stopAsking] = [hold(), confirmBeforeUnload()]
    return () => {
      release()
      stopAsking()
    }
  })
  const flashes = createActor(flashMessagesMachine).start()
  const flash: WiringContext["flash"] = (tone, text, milliseconds) => flashes.send({ type: "flash.show", tone, text, milliseconds })
  const send = createConnectSubmitPort(fill, session)
  const lists = new Set<() => void>()
  const changes = fromCallback<CommunityListChanged>(({ sendBack }) => {
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
            submit: send(
              withIdempotencyKey(newUuid, ({ name = "", slug = "" }: FormValues, signal, key) =>
                communities.add({ name, slug }, signal, key),
              ),
            ),
            holdWork: holdUnkept,
          },
        }),
      },
    }),
    bases: readBaseUrls(),
    chatOverview: chatOverviewMachine.provide({
      actors: {
        list: fill(scripts.list),
        answers: fill(conversations.countAnswered),
        copy: fill(scripts.copy),
        addChat: addChatMachine.provide({
          actors: {
            submit: send(
              withIdempotencyKey(newUuid, ({ community = "", name = "" }: FormValues, signal, key) =>
                scripts.add({ community, name }, signal, key),
              ),
            ),
            holdWork: holdUnkept,
          },
        }),
        chatDeletion: chatDeletionMachine.provide({
          actors: {
            fetchToken: fill(({ target }, signal) => scripts.fetchDeletionToken(target, signal)),
            remove: fill(({ target, token }, signal) => scripts.remove({ ...target, token }, signal)),
          },
        }),
        scriptStatus: wireScriptStatus({ api, fill }),
      },
    }),
    loadPaletteMachine: async () => (await import("./command-palette/command-palette-wiring.ts")).wireCommandPalette(outside),
    editor: async () => (await import("./editor/editor-wiring.ts")).wireEditor(outside),
    outbound: async () => (await import("./editor/outbound/outbound-wiring.ts")).wireOutbound(outside),
    chat: async () => (await import("./chat-details/chat-details-wiring.ts")).wireChatDetails(outside),
    loadAccountMachines: async () => (await import("./account/account-wiring.ts")).wireAccount(outside),
    community: async () => (await import("./community/community-wiring.ts")).wireCommunity(outside),
    loadStylingMachines: async () => (await import("./styling/styling-wiring.ts")).wireStyling(outside),
    loadRemovalMachines: async () => (await import("./removal/removal-wiring.ts")).wireRemoval(outside),
    loadAdminMachines: async () => (await import("./admin/admin-wiring.ts")).wireAdmin(outside),
  }
}
