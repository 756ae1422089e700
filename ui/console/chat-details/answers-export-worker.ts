// Worker that writes the files of an answers export, so that requests, parsing and writing do not block the page.
import * as Schema from "effect/Schema"
import { createConversationsApi } from "../../../adapters/api/conversations-api.ts"
import { createHttpClient } from "../../../adapters/api/http-client.ts"
import { writeExportFiles } from "../../../adapters/browser/answers-export-files.ts"
import { exportLimits } from "../../../domain/exports/export-options.ts"
import { Failure } from "../../../domain/failures/failure.ts"
import { asFailure } from "../../../machines/adapter-failure.ts"
import type { ExportWorkerCommand, ExportWorkerEvent } from "./answers-export-wiring.ts"

const send = (message: ExportWorkerEvent): void => self.postMessage(message)
const abortController = new AbortController()
let resume: () => void = () => undefined

const runExport = async ({
  origin,
  chat,
  chosen,
  options,
  names,
}: Extract<ExportWorkerCommand, { readonly type: "export.begin" }>): Promise<void> => {
  const conversations = createConversationsApi(createHttpClient(origin))
  const { signal } = abortController
  const result = await writeExportFiles(
    {
      definitions: async () => {
        const [revisions, metadataKeys] = await Promise.all([
          conversations.listAnsweredRevisions(chat, signal),
          conversations.listMetadataKeys(chat, signal),
        ])
        return { revisions, metadataKeys }
      },
      page: (after) => conversations.exportPage({ ...chat, ...chosen, limit: exportLimits.pageSize, after }, signal),
      count: () => conversations.count({ ...chat, ...chosen }, signal),
    },
    { options, names },
    {
      progress: (read, written) => send({ type: "export.progress", read, written }),
      stuck: (error) => {
        send({ type: "export.stuck", failure: Schema.encodeSync(Failure)(asFailure(error)) })
        return new Promise((resolve) => {
          resume = resolve
          signal.addEventListener("abort", () => resolve(), { once: true })
        })
      },
    },
    signal,
  )
  send({ type: "export.made", ...result })
}

self.addEventListener("message", ({ data }: MessageEvent<ExportWorkerCommand>) => {
  if (data.type === "export.retry") resume()
  else if (data.type === "export.cancel") abortController.abort()
  else
    runExport(data).catch((error: unknown) => {
      if (abortController.signal.aborted) self.close()
      else send({ type: "export.broken", failure: Schema.encodeSync(Failure)(asFailure(error)) })
    })
})
