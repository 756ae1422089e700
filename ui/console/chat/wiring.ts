// Where the machines of one chat's screen meet adapters.
import { fromCallback } from "xstate"
import { conversationsApi } from "../../../adapters/api/conversations.ts"
import { deliveriesApi } from "../../../adapters/api/deliveries.ts"
import { filesApi } from "../../../adapters/api/files.ts"
import { scriptsApi } from "../../../adapters/api/scripts.ts"
import { readBases } from "../../../adapters/browser/bases.ts"
import { localDay, localZone } from "../../../adapters/browser/days.ts"
import { keepExportOptions, recallExportOptions } from "../../../adapters/browser/export-options.ts"
import { saveBlob, saveFile, saveFrom } from "../../../adapters/browser/files.ts"
import { type DeskOnWorker, openDesk } from "../../../adapters/browser/links-desk/worker.ts"
import { askBeforeUnload, watchTab } from "../../../adapters/browser/page.ts"
import { qrCode, qrDrawing } from "../../../adapters/browser/qr-code.ts"
import { type ExportOptions, exportLimits, readOptions } from "../../../domain/exports/export-options.ts"
import type { ExportRange } from "../../../domain/exports/export-range.ts"
import { linksFileName, qrFileName } from "../../../domain/exports/file-name.ts"
import { ScriptId } from "../../../domain/script/script.ts"
import { answersExportMachine, type Preview } from "../../../machines/chat/answers-export.ts"
import { type Chat, type Clearing, type ClearingTokens, chatDetailsMachine, clearingMachine } from "../../../machines/chat/chat-details.ts"
import { deliveriesMachine } from "../../../machines/chat/deliveries.ts"
import { filesMachine } from "../../../machines/chat/files.ts"
import { linksMachine } from "../../../machines/chat/links.ts"
import { peopleListMachine } from "../../../machines/chat/people-list.ts"
import { slugFormMachine, slugMachine } from "../../../machines/chat/slug.ts"
import { transportMachine } from "../../../machines/chat/transport.ts"
import { versionsMachine } from "../../../machines/chat/versions.ts"
import { wireScriptStatus } from "../chats/wiring.ts"
import type { Outside } from "../wired.tsx"
import { instantsOf, runExport } from "./export/wiring.ts"
import type { ChatMachines } from "./machines.ts"

/** Versions that are fetched at a time. */
const versionsOnPage = 20
/** Deliveries that are fetched at a time. */
const deliveriesOnPage = 20

export const wireChat = ({ api, fill, send, holdWork, holdUnkept, session }: Outside): ChatMachines => {
  const scripts = scriptsApi(api)
  const conversations = conversationsApi(api)
  const files = filesApi(api)
  const deliveries = deliveriesApi(api)

  const preview = async (
    it: Chat & { readonly range: ExportRange; readonly options: ExportOptions },
    signal: AbortSignal,
  ): Promise<Preview> => {
    const chosen = { community: it.community, uuid: it.uuid, ...instantsOf(it.range), filled: !it.options.emptyChats }
    const [count, total, revisions, metadataKeys, page] = await Promise.all([
      conversations.count(chosen, signal),
      conversations.count({ community: it.community, uuid: it.uuid, filled: chosen.filled }, signal),
      conversations.revisions(it, signal),
      conversations.metadataKeys(it, signal),
      conversations.page({ ...chosen, limit: exportLimits.preview, after: null }, signal),
    ])
    return { count, total, revisions, metadataKeys, rows: page.items }
  }

  const tokens = async (target: Clearing, signal: AbortSignal): Promise<ClearingTokens> => {
    const clears = (...kinds: ReadonlyArray<Clearing["what"]>) => kinds.includes(target.what)
    return {
      statistics: clears("statistics", "both") ? await conversations.clearStatisticsToken(target, signal) : null,
      data: clears("data", "both") ? await conversations.clearDataToken(target, signal) : null,
      identities: clears("identities") ? await conversations.anonymiseToken(target, signal) : null,
    }
  }
  const clear = async (target: Clearing, { statistics, data, identities }: ClearingTokens, signal: AbortSignal): Promise<object> => {
    if (statistics !== null) await conversations.clearStatistics({ ...target, token: statistics }, signal)
    if (data !== null) await conversations.clearData({ ...target, token: data }, signal)
    if (identities !== null) await conversations.anonymise({ ...target, token: identities.token }, signal)
    return {}
  }

  const bases = readBases()
  const user = (): string => session.getSnapshot().context.user?.uuid ?? ""

  /** Each screen that makes links has a worker of its own, from its first use on. */
  const desks = new Map<string, DeskOnWorker>()
  const deskAt = (name: string): DeskOnWorker => {
    const open = desks.get(name) ?? openDesk(new Worker(new URL("./links-worker/wiring.ts", import.meta.url), { type: "module" }))
    desks.set(name, open)
    return open
  }
  const closeDesk = (name: string): void => {
    desks.get(name)?.close()
    desks.delete(name)
  }

  return {
    bases,
    qr: {
      of: qrCode,
      save: (address, { community, script }) =>
        saveFile(qrFileName(localDay(new Date()), community, script.name), qrDrawing(qrCode(address)), "image/svg+xml"),
    },
    links: linksMachine.provide({
      actors: {
        desk: fromCallback(
          ({ input: { desk } }) =>
            () =>
              closeDesk(desk),
        ),
        list: peopleListMachine.provide({
          actors: {
            read: fromCallback(({ input: { desk, file, how }, sendBack }) => {
              const ends = new AbortController()
              const refuse = () => sendBack({ type: "list.refused", problem: { type: "unreadable" } })
              if (file instanceof File)
                deskAt(desk)
                  .ask("read", { file, how }, ends.signal, (bytes) => sendBack({ type: "list.progress", bytes }))
                  .then(
                    (read) => sendBack("facts" in read ? { type: "list.read", ...read } : { type: "list.refused", ...read }),
                    () => ends.signal.aborted || refuse(),
                  )
              else refuse()
              return () => ends.abort()
            }),
            check: fill(({ desk, ...meaning }, signal) => deskAt(desk).ask("check", meaning, signal)),
          },
        }),
        plan: fill(({ desk, amount }, signal) => deskAt(desk).ask("plan", amount, signal)),
        make: fill(({ desk, ...batch }, signal) => deskAt(desk).ask("make", batch, signal)),
        readPage: fill(({ desk, page }, signal) => deskAt(desk).ask("page", page, signal)),
        save: fill(async ({ desk, community, uuid, name }, signal) => {
          const file = await deskAt(desk).ask("file", { bases, slug: community, script: uuid }, signal)
          saveBlob(linksFileName(localDay(new Date()), community, name), file)
        }),
        holdPage: fromCallback(() => askBeforeUnload()),
        holdWork,
      },
    }),
    slug: slugMachine.provide({
      actors: {
        read: fill(scripts.slug),
        form: slugFormMachine.provide({
          actors: {
            submit: send(({ community = "", uuid = "", slug = "" }, signal) =>
              scripts.saveSlug({ community, uuid: ScriptId.make(uuid), slug: slug.trim() }, signal),
            ),
            holdWork: holdUnkept,
          },
        }),
      },
    }),
    today: () => localDay(new Date()),
    details: chatDetailsMachine.provide({
      actors: {
        read: fill(scripts.read),
        count: fill(async (it, signal) => {
          const [count, days] = await Promise.all([
            conversations.count(it, signal),
            conversations.days({ ...it, zone: localZone() }, signal),
          ])
          return { count, days }
        }),
        status: wireScriptStatus({ api, fill }),
        files: filesMachine.provide({
          actors: {
            request: fill(files.request),
            download: fill(async ({ parts, ...which }) => {
              for (let part = 1; part <= parts; part++) saveFrom(files.address(which, part))
            }),
          },
        }),
        deliveries: deliveriesMachine.provide({
          actors: {
            list: fill((it, signal) => deliveries.list({ ...it, limit: deliveriesOnPage }, signal)),
            again: fill(deliveries.again),
          },
        }),
        transport: transportMachine.provide({ actors: { configure: fill(scripts.configure) } }),
        versions: versionsMachine.provide({
          actors: {
            list: fill((it, signal) => scripts.versions({ ...it, limit: versionsOnPage }, signal)),
            look: fill(async (it, signal) => {
              const [earlier, now] = await Promise.all([scripts.version(it, signal), scripts.read(it, signal)])
              return { revision: it.revision, earlier, now }
            }),
            restore: fill(scripts.restore),
          },
        }),
        answersExport: answersExportMachine.provide({
          actors: {
            preview: fill(preview),
            memory: fromCallback(({ receive }) => {
              receive(({ options }) => keepExportOptions(user(), options))
            }),
            run: fromCallback(({ input, sendBack, receive }) =>
              runExport(input, { sendBack, receive, lost: () => session.send({ type: "session.lost" }) }),
            ),
            holdWork,
          },
        }),
        visibility: fromCallback(({ sendBack }) => watchTab(sendBack)),
        clearing: clearingMachine.provide({
          actors: {
            fetchToken: fill(({ target }, signal) => tokens(target, signal)),
            remove: fill(({ target, token }, signal) => clear(target, token, signal)),
          },
        }),
      },
    }),
    exportOptions: () => readOptions(recallExportOptions(user())),
  }
}
