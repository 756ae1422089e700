// Connects the machines of the chat details page to the adapters.

import { fromCallback } from "xstate"
import { createConversationsApi } from "../../../adapters/api/conversations-api.ts"
import { createDeliveriesApi } from "../../../adapters/api/deliveries-api.ts"
import { createFilesApi } from "../../../adapters/api/files-api.ts"
import { createScriptsApi } from "../../../adapters/api/scripts-api.ts"
import { getLocalDay, getLocalTimeZone } from "../../../adapters/browser/browser-clock.ts"
import { confirmBeforeUnload, readBaseUrls, watchTabVisibility } from "../../../adapters/browser/browser-page.ts"
import { downloadBlob, downloadFromUrl, downloadText } from "../../../adapters/browser/file-download.ts"
import { connectLinkGenerator, type LinkGeneratorClient } from "../../../adapters/browser/link-generation/link-generator-worker.ts"
import { buildQrCodeSvg, createQrCode } from "../../../adapters/browser/qr-code.ts"
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
  transportMachine,
} from "../../../machines/chat/chat-details-machine.ts"
import { deliveryLogMachine } from "../../../machines/chat/delivery-log-machine.ts"
import { fileArchiveMachine } from "../../../machines/chat/file-archive-machine.ts"
import { linksMachine } from "../../../machines/chat/links-machine.ts"
import { peopleImportMachine } from "../../../machines/chat/people-import-machine.ts"
import { revisionsMachine } from "../../../machines/chat/revisions-machine.ts"
import { slugFormMachine, slugMachine } from "../../../machines/chat/slug-machine.ts"
import type { ScriptRef } from "../../../machines/ports.ts"
import type { ChatDetailsMachines, WiringContext } from "../console-services.tsx"
import { wireScriptStatus } from "../script-status/script-status-wiring.ts"
import { startExportWorker, toInstantRange } from "./answers-export-wiring.ts"

/** Number of revisions loaded per page. */
const revisionsPerPage = 20
/** Number of deliveries loaded per page. */
const deliveriesPerPage = 20

export const wireChatDetails = ({
  api,
  fill: connectPort,
  send: connectSubmitPort,
  holdWork,
  holdUnkept: holdUnsavedWork,
  session,
}: WiringContext): ChatDetailsMachines => {
  const scripts = createScriptsApi(api)
  const conversations = createConversationsApi(api)
  const files = createFilesApi(api)
  const deliveries = createDeliveriesApi(api)

  const loadPreview = async (
    request: ScriptRef & { readonly range: ExportRange; readonly options: ExportOptions },
    signal: AbortSignal,
  ): Promise<AnswersExportPreview> => {
    const filter = {
      community: request.community,
      uuid: request.uuid,
      ...toInstantRange(request.range),
      filled: !request.options.emptyChats,
    }
    const [count, total, revisions, metadataKeys, page] = await Promise.all([
      conversations.count(filter, signal),
      conversations.count({ community: request.community, uuid: request.uuid, filled: filter.filled }, signal),
      conversations.listAnsweredRevisions(request, signal),
      conversations.listMetadataKeys(request, signal),
      conversations.exportPage({ ...filter, limit: exportLimits.previewRows, after: null }, signal),
    ])
    return { count, total, revisions, metadataKeys, rows: page.items }
  }

  const fetchTokens = async (target: ClearRequest, signal: AbortSignal): Promise<ClearTokens> => {
    const isRequested = (...kinds: ReadonlyArray<ClearRequest["what"]>) => kinds.includes(target.what)
    return {
      statistics: isRequested("statistics", "both") ? await conversations.fetchClearStatisticsToken(target, signal) : null,
      data: isRequested("data", "both") ? await conversations.fetchClearDataToken(target, signal) : null,
      identities: isRequested("identities") ? await conversations.fetchAnonymizeToken(target, signal) : null,
    }
  }
  const clearData = async (target: ClearRequest, { statistics, data, identities }: ClearTokens, signal: AbortSignal): Promise<object> => {
    // First what is refused if answers came in meanwhile: then nothing has been removed.
    if (data !== null) await conversations.clearData({ ...target, token: data.token }, signal)
    if (statistics !== null) await conversations.clearStatistics({ ...target, token: statistics }, signal)
    if (identities !== null) await conversations.anonymize({ ...target, token: identities.token }, signal)
    return {}
  }

  const bases = readBaseUrls()
  const getUserId = (): string => session.getSnapshot().context.user?.uuid ?? ""

  /** Each screen that creates links has its own worker, started on first use. */
  const linkGenerators = new Map<string, LinkGeneratorClient>()
  const getLinkGenerator = (name: string): LinkGeneratorClient => {
    const generator =
      linkGenerators.get(name) ?? connectLinkGenerator(new Worker(new URL("./links-worker.ts", import.meta.url), { type: "module" }))
    linkGenerators.set(name, generator)
    return generator
  }
  const closeLinkGenerator = (name: string): void => {
    linkGenerators.get(name)?.close()
    linkGenerators.delete(name)
  }

  return {
    bases,
    qrCode: {
      create: createQrCode,
      save: (address, { community, script }) =>
        downloadText(qrFileName(getLocalDay(new Date()), community, script.name), buildQrCodeSvg(createQrCode(address)), "image/svg+xml"),
    },
    links: linksMachine.provide({
      actors: {
        generator: fromCallback(
          ({ input: { generator } }) =>
            () =>
              closeLinkGenerator(generator),
        ),
        list: peopleImportMachine.provide({
          actors: {
            read: fromCallback(({ input: { generator, file, how }, sendBack }) => {
              const abortController = new AbortController()
              const reportUnreadable = () => sendBack({ type: "list.refused", problem: { type: "unreadable" } })
              if (file instanceof File)
                getLinkGenerator(generator)
                  .ask("read", { file, settings: how }, abortController.signal, (bytes) => sendBack({ type: "list.progress", bytes }))
                  .then(
                    (read) => sendBack("facts" in read ? { type: "list.read", ...read } : { type: "list.refused", ...read }),
                    () => abortController.signal.aborted || reportUnreadable(),
                  )
              else reportUnreadable()
              return () => abortController.abort()
            }),
            check: connectPort(({ generator, ...request }, signal) => getLinkGenerator(generator).ask("check", request, signal)),
          },
        }),
        plan: connectPort(({ generator, amount }, signal) => getLinkGenerator(generator).ask("plan", amount, signal)),
        createBatch: connectPort(({ generator, ...batch }, signal) => getLinkGenerator(generator).ask("make", batch, signal)),
        readPage: connectPort(({ generator, page }, signal) => getLinkGenerator(generator).ask("page", page, signal)),
        save: connectPort(async ({ generator, community, uuid, name }, signal) => {
          const file = await getLinkGenerator(generator).ask("file", { bases, slug: community, script: uuid }, signal)
          downloadBlob(linksFileName(getLocalDay(new Date()), community, name), file)
        }),
        warnBeforeUnload: fromCallback(() => confirmBeforeUnload()),
        holdWork,
      },
    }),
    slug: slugMachine.provide({
      actors: {
        read: connectPort(scripts.slug),
        form: slugFormMachine.provide({
          actors: {
            submit: connectSubmitPort(({ community = "", uuid = "", slug = "" }, signal) =>
              scripts.saveSlug({ community, uuid: ScriptId.make(uuid), slug: slug.trim() }, signal),
            ),
            holdWork: holdUnsavedWork,
          },
        }),
      },
    }),
    getToday: () => getLocalDay(new Date()),
    details: chatDetailsMachine.provide({
      actors: {
        read: connectPort(scripts.read),
        count: connectPort(async (it, signal) => {
          const [count, days] = await Promise.all([
            conversations.count(it, signal),
            conversations.countByDay({ ...it, zone: getLocalTimeZone() }, signal),
          ])
          return { count, days }
        }),
        status: wireScriptStatus({ api, fill: connectPort }),
        files: fileArchiveMachine.provide({
          actors: {
            request: connectPort(files.requestArchive),
            download: connectPort(async ({ parts, ...archive }) => {
              for (let part = 1; part <= parts; part++) downloadFromUrl(files.archiveUrl(archive, part))
            }),
          },
        }),
        deliveries: deliveryLogMachine.provide({
          actors: {
            list: connectPort((it, signal) => deliveries.list({ ...it, limit: deliveriesPerPage }, signal)),
            resendDelivery: connectPort(deliveries.redeliver),
          },
        }),
        transport: transportMachine.provide({ actors: { saveTransport: connectPort(scripts.setTransport) } }),
        versions: revisionsMachine.provide({
          actors: {
            list: connectPort((it, signal) => scripts.versions({ ...it, limit: revisionsPerPage }, signal)),
            compareRevision: connectPort(async (it, signal) => {
              const [earlier, now] = await Promise.all([scripts.readRevision(it, signal), scripts.read(it, signal)])
              return { revision: it.revision, earlier, now }
            }),
            restore: connectPort(scripts.restoreRevision),
          },
        }),
        answersExport: answersExportMachine.provide({
          actors: {
            preview: connectPort(loadPreview),
            optionStore: fromCallback(({ receive }) => {
              receive(({ options }) => storeExportOptions(getUserId(), options))
            }),
            exportFiles: fromCallback(({ input, sendBack, receive }) =>
              startExportWorker(input, { sendBack, receive, onSignedOut: () => session.send({ type: "session.lost" }) }),
            ),
            holdWork,
          },
        }),
        visibility: fromCallback(({ sendBack }) => watchTabVisibility(sendBack)),
        clearing: clearDataMachine.provide({
          actors: {
            fetchToken: connectPort(({ target }, signal) => fetchTokens(target, signal)),
            remove: connectPort(({ target, token }, signal) => clearData(target, token, signal)),
          },
        }),
      },
    }),
    readStoredExportOptions: () => parseExportOptions(loadExportOptions(getUserId())),
  }
}
