// Where the machines of one chat's screen meet adapters.
import { fromCallback } from "xstate"
import { conversationsApi } from "../../../adapters/api/conversations-api.ts"
import { deliveriesApi } from "../../../adapters/api/deliveries-api.ts"
import { filesApi } from "../../../adapters/api/files-api.ts"
import { scriptsApi } from "../../../adapters/api/scripts-api.ts"
import { localDay, localTimeZone } from "../../../adapters/browser/browser-clock.ts"
import { confirmBeforeUnload, readBaseUrls, watchTabVisibility } from "../../../adapters/browser/browser-page.ts"
import { downloadBlob, downloadFromUrl, downloadText } from "../../../adapters/browser/file-download.ts"
import { connectLinkGenerator, type LinkGeneratorClient } from "../../../adapters/browser/link-generation/link-generator-worker.ts"
import { createQrCode, qrCodeSvg } from "../../../adapters/browser/qr-code.ts"
import { loadExportOptions, storeExportOptions } from "../../../adapters/browser/stored-preferences.ts"
import { linksFileName, qrFileName } from "../../../domain/exports/export-file-names.ts"
import { type ExportOptions, type ExportRange, exportLimits, parseExportOptions } from "../../../domain/exports/export-options.ts"
import { ScriptId } from "../../../domain/script/script.ts"
import { type AnswersExportPreview, answersExportMachine } from "../../../machines/chat/answers-export-machine.ts"
import {
  type ClearRequest,
  type ClearTokens,
  chatDetailsMachine,
  clearDataMachine,
  type ScriptRef,
  transportMachine,
} from "../../../machines/chat/chat-details-machine.ts"
import { deliveryLogMachine } from "../../../machines/chat/delivery-log-machine.ts"
import { fileArchiveMachine } from "../../../machines/chat/file-archive-machine.ts"
import { linksMachine, slugFormMachine, slugMachine } from "../../../machines/chat/links-machine.ts"
import { peopleImportMachine } from "../../../machines/chat/people-import-machine.ts"
import { revisionsMachine } from "../../../machines/chat/revisions-machine.ts"
import type { ChatDetailsMachines, WiringContext } from "../console-services.tsx"
import { wireScriptStatus } from "../script-status/script-status-wiring.ts"
import { startExportWorker, toInstantRange } from "./answers-export-wiring.ts"

/** Versions that are fetched at a time. */
const versionsOnPage = 20
/** Deliveries that are fetched at a time. */
const deliveriesOnPage = 20

export const wireChatDetails = ({ api, fill, send, holdWork, holdUnkept, session }: WiringContext): ChatDetailsMachines => {
  const scripts = scriptsApi(api)
  const conversations = conversationsApi(api)
  const files = filesApi(api)
  const deliveries = deliveriesApi(api)

  const preview = async (
    it: ScriptRef & { readonly range: ExportRange; readonly options: ExportOptions },
    signal: AbortSignal,
  ): Promise<AnswersExportPreview> => {
    const chosen = { community: it.community, uuid: it.uuid, ...toInstantRange(it.range), filled: !it.options.emptyChats }
    const [count, total, revisions, metadataKeys, page] = await Promise.all([
      conversations.count(chosen, signal),
      conversations.count({ community: it.community, uuid: it.uuid, filled: chosen.filled }, signal),
      conversations.listAnsweredRevisions(it, signal),
      conversations.listMetadataKeys(it, signal),
      conversations.exportPage({ ...chosen, limit: exportLimits.previewRows, after: null }, signal),
    ])
    return { count, total, revisions, metadataKeys, rows: page.items }
  }

  const tokens = async (target: ClearRequest, signal: AbortSignal): Promise<ClearTokens> => {
    const clears = (...kinds: ReadonlyArray<ClearRequest["what"]>) => kinds.includes(target.what)
    return {
      statistics: clears("statistics", "both") ? await conversations.fetchClearStatisticsToken(target, signal) : null,
      data: clears("data", "both") ? await conversations.fetchClearDataToken(target, signal) : null,
      identities: clears("identities") ? await conversations.fetchAnonymizeToken(target, signal) : null,
    }
  }
  const clear = async (target: ClearRequest, { statistics, data, identities }: ClearTokens, signal: AbortSignal): Promise<object> => {
    if (statistics !== null) await conversations.clearStatistics({ ...target, token: statistics }, signal)
    if (data !== null) await conversations.clearData({ ...target, token: data }, signal)
    if (identities !== null) await conversations.anonymize({ ...target, token: identities.token }, signal)
    return {}
  }

  const bases = readBaseUrls()
  const user = (): string => session.getSnapshot().context.user?.uuid ?? ""

  /** Each screen that makes links has a worker of its own, from its first use on. */
  const desks = new Map<string, LinkGeneratorClient>()
  const deskAt = (name: string): LinkGeneratorClient => {
    const open = desks.get(name) ?? connectLinkGenerator(new Worker(new URL("./links-worker.ts", import.meta.url), { type: "module" }))
    desks.set(name, open)
    return open
  }
  const closeDesk = (name: string): void => {
    desks.get(name)?.close()
    desks.delete(name)
  }

  return {
    bases,
    qrCode: {
      of: createQrCode,
      save: (address, { community, script }) =>
        downloadText(qrFileName(localDay(new Date()), community, script.name), qrCodeSvg(createQrCode(address)), "image/svg+xml"),
    },
    links: linksMachine.provide({
      actors: {
        desk: fromCallback(
          ({ input: { desk } }) =>
            () =>
              closeDesk(desk),
        ),
        list: peopleImportMachine.provide({
          actors: {
            read: fromCallback(({ input: { desk, file, how }, sendBack }) => {
              const ends = new AbortController()
              const refuse = () => sendBack({ type: "list.refused", problem: { type: "unreadable" } })
              if (file instanceof File)
                deskAt(desk)
                  .ask("read", { file, settings: how }, ends.signal, (bytes) => sendBack({ type: "list.progress", bytes }))
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
          downloadBlob(linksFileName(localDay(new Date()), community, name), file)
        }),
        holdPage: fromCallback(() => confirmBeforeUnload()),
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
    getToday: () => localDay(new Date()),
    details: chatDetailsMachine.provide({
      actors: {
        read: fill(scripts.read),
        count: fill(async (it, signal) => {
          const [count, days] = await Promise.all([
            conversations.count(it, signal),
            conversations.countByDay({ ...it, zone: localTimeZone() }, signal),
          ])
          return { count, days }
        }),
        status: wireScriptStatus({ api, fill }),
        files: fileArchiveMachine.provide({
          actors: {
            request: fill(files.requestArchive),
            download: fill(async ({ parts, ...which }) => {
              for (let part = 1; part <= parts; part++) downloadFromUrl(files.archiveUrl(which, part))
            }),
          },
        }),
        deliveries: deliveryLogMachine.provide({
          actors: {
            list: fill((it, signal) => deliveries.list({ ...it, limit: deliveriesOnPage }, signal)),
            again: fill(deliveries.redeliver),
          },
        }),
        transport: transportMachine.provide({ actors: { configure: fill(scripts.setTransport) } }),
        versions: revisionsMachine.provide({
          actors: {
            list: fill((it, signal) => scripts.versions({ ...it, limit: versionsOnPage }, signal)),
            look: fill(async (it, signal) => {
              const [earlier, now] = await Promise.all([scripts.readRevision(it, signal), scripts.read(it, signal)])
              return { revision: it.revision, earlier, now }
            }),
            restore: fill(scripts.restoreRevision),
          },
        }),
        answersExport: answersExportMachine.provide({
          actors: {
            preview: fill(preview),
            memory: fromCallback(({ receive }) => {
              receive(({ options }) => storeExportOptions(user(), options))
            }),
            run: fromCallback(({ input, sendBack, receive }) =>
              startExportWorker(input, { sendBack, receive, lost: () => session.send({ type: "session.lost" }) }),
            ),
            holdWork,
          },
        }),
        visibility: fromCallback(({ sendBack }) => watchTabVisibility(sendBack)),
        clearing: clearDataMachine.provide({
          actors: {
            fetchToken: fill(({ target }, signal) => tokens(target, signal)),
            remove: fill(({ target, token }, signal) => clear(target, token, signal)),
          },
        }),
      },
    }),
    readStoredExportOptions: () => parseExportOptions(loadExportOptions(user())),
  }
}
