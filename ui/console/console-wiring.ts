// Connects the machines of the console to the adapters, and starts the session. Screens loaded later have their own wiring files.

import { createActor, fromCallback } from "xstate"
import { createCommunitiesApi } from "../../adapters/api/communities-api.ts"
import { createConversationsApi } from "../../adapters/api/conversations-api.ts"
import { createHttpClient, withIdempotencyKey } from "../../adapters/api/http-client.ts"
import { createScriptsApi } from "../../adapters/api/scripts-api.ts"
import { createSignInApi } from "../../adapters/api/sign-in-api.ts"
import { confirmBeforeUnload, ignoreStrayFileDrops, readBaseUrls, suppressEscapeWhile } from "../../adapters/browser/browser-page.ts"
import { recoverLostFocus } from "../../adapters/browser/focus-recovery.ts"
import { createSessionCache } from "../../adapters/browser/session-cache.ts"
import { joinSessionChannel } from "../../adapters/browser/session-channel.ts"
import { newUuid } from "../../adapters/browser/uuid.ts"
import { addChatMachine, chatDeletionMachine, chatOverviewMachine, type DeletedChat } from "../../machines/chat/chat-overview-machine.ts"
import { addCommunityMachine, type CommunityListChanged, communitiesMachine } from "../../machines/community/communities-machine.ts"
import { flashMessagesMachine } from "../../machines/flash-messages-machine.ts"
import type { FormValues } from "../../machines/form-machine.ts"
import { type StoredUserCommand, sessionMachine, type TabMessage } from "../../machines/session/session-machine.ts"
import { signInMachine } from "../../machines/session/sign-in-machine.ts"
import { createConnectPort } from "../kit/connect-port.ts"
import { createEventBus } from "../kit/event-bus.ts"
import type { ConsoleServices, WiringContext } from "./console-services.tsx"
import { createConnectSubmitPort } from "./resubmission-wiring.ts"
import { wireScriptStatus } from "./script-status/script-status-wiring.ts"

/** Connects every port and starts the session. `isSignedOut`: the page has already found that no user is signed in. */
export const wireConsole = ({ isSignedOut }: { readonly isSignedOut: boolean }): ConsoleServices => {
  const api = createHttpClient(window.origin)
  const connectPort = createConnectPort(() => session.send({ type: "session.lost" }))
  const account = createSignInApi(api)
  const communities = createCommunitiesApi(api)
  const scripts = createScriptsApi(api)
  const conversations = createConversationsApi(api)

  const sessionCache = createSessionCache("conversation-admin-session")
  ignoreStrayFileDrops()
  recoverLostFocus()

  const session = createActor(
    sessionMachine.provide({
      actors: {
        currentUser: connectPort(account.currentUser),
        signOut: connectPort(account.logout),
        readStoredUser: connectPort(sessionCache.load),
        copy: fromCallback<StoredUserCommand>(({ receive }) => {
          receive((command) => void (command.type === "stored-user.store" ? sessionCache.keep(command.user) : sessionCache.clear()))
        }),
        otherTabs: fromCallback<TabMessage>(({ sendBack, receive }) => {
          const { tell: broadcast, leave: leaveChannel } = joinSessionChannel(sendBack)
          receive(broadcast)
          return leaveChannel
        }),
        signIn: signInMachine.provide({ actors: { login: connectPort(account.login), verify: connectPort(account.verifyCode) } }),
      },
    }),
    { input: { isSignedOut } },
  ).start()

  // Escape must not close a dialog with unsaved input below the sign-in dialog.
  suppressEscapeWhile(() => session.getSnapshot().matches("interrupted"))

  const startHold = () => {
    const workId = newUuid()
    session.send({ type: "unsaved-work.add", work: workId })
    return () => session.send({ type: "unsaved-work.remove", work: workId })
  }
  const holdWork = fromCallback(startHold)
  const holdUnsavedWork = fromCallback(() => {
    const [release, stopAsking] = [startHold(), confirmBeforeUnload()]
    return () => {
      release()
      stopAsking()
    }
  })
  const flashes = createActor(flashMessagesMachine).start()
  const flash: WiringContext["flash"] = (tone, text, milliseconds) => flashes.send({ type: "flash.show", tone, text, milliseconds })
  const connectSubmitPort = createConnectSubmitPort(connectPort, session)
  const communitiesChanged = createEventBus()
  const changes = fromCallback<CommunityListChanged>(({ sendBack }) =>
    communitiesChanged.subscribe(() => sendBack({ type: "list.refresh" })),
  )
  const wiringContext: WiringContext = {
    api,
    fill: connectPort,
    send: connectSubmitPort,
    holdWork,
    holdUnkept: holdUnsavedWork,
    session,
    flash,
    communitiesChanged: communitiesChanged.emit,
  }

  return {
    session,
    flashes,
    communities: communitiesMachine.provide({
      actors: {
        list: connectPort(communities.list),
        changes,
        addCommunity: addCommunityMachine.provide({
          actors: {
            submit: connectSubmitPort(
              withIdempotencyKey(newUuid, ({ name = "", slug = "" }: FormValues, signal, key) =>
                communities.add({ name, slug }, signal, key),
              ),
            ),
            holdWork: holdUnsavedWork,
          },
        }),
      },
    }),
    bases: readBaseUrls(),
    chatOverview: chatOverviewMachine.provide({
      actors: {
        list: connectPort(scripts.list),
        answers: connectPort(conversations.countAnswered),
        copy: connectPort(scripts.copy),
        addChat: addChatMachine.provide({
          actors: {
            submit: connectSubmitPort(
              withIdempotencyKey(newUuid, ({ community = "", name = "" }: FormValues, signal, key) =>
                scripts.add({ community, name }, signal, key),
              ),
            ),
            holdWork: holdUnsavedWork,
          },
        }),
        chatDeletion: chatDeletionMachine.provide({
          actors: {
            fetchToken: connectPort(({ target }, signal) => scripts.fetchDeletionToken(target, signal)),
            remove: connectPort(
              async ({ target, token: { token, action } }, signal): Promise<DeletedChat> => ({
                script: await scripts.remove({ ...target, token }, signal),
                action,
              }),
            ),
          },
        }),
        scriptStatus: wireScriptStatus({ api, fill: connectPort }),
      },
    }),
    loadPaletteMachine: async () => (await import("./command-palette/command-palette-wiring.ts")).wireCommandPalette(wiringContext),
    loadEditorMachines: async () => (await import("./editor/editor-wiring.ts")).wireEditor(wiringContext),
    outbound: async () => (await import("./editor/outbound/outbound-wiring.ts")).wireOutbound(wiringContext),
    loadChatDetailsMachines: async () => (await import("./chat-details/chat-details-wiring.ts")).wireChatDetails(wiringContext),
    loadAccountMachines: async () => (await import("./account/account-wiring.ts")).wireAccount(wiringContext),
    loadCommunityMachines: async () => (await import("./community/community-wiring.ts")).wireCommunity(wiringContext),
    loadStylingMachines: async () => (await import("./styling/styling-wiring.ts")).wireStyling(wiringContext),
    loadRemovalMachines: async () => (await import("./removal/removal-wiring.ts")).wireRemoval(wiringContext),
    loadAdminMachines: async () => (await import("./admin/admin-wiring.ts")).wireAdmin(wiringContext),
  }
}
