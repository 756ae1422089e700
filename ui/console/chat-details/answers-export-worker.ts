// The worker that makes the files of an export: its calls, their reading and the writing leave the page free (spec/3-community §9).
import * as Schema from "effect/Schema"
import { conversationsApi } from "../../../adapters/api/conversations-api.ts"
import { createHttpClient } from "../../../adapters/api/http-client.ts"
import { writeExportFiles } from "../../../adapters/browser/answers-export-files.ts"
import { exportLimits } from "../../../domain/exports/export-options.ts"
import { Failure } from "../../../domain/failure.ts"
import { asFailure } from "../../../machines/ports.ts"
import type { ExportWorkerCommand, ExportWorkerEvent } from "./answers-export-wiring.ts"

const tell = (news: ExportWorkerEvent): void => self.postMessage(news)
const ends = new AbortController()
let goOn: () => void = () => undefined

const begin = async ({
  origin,
  chat,
  chosen,
  options,
  names,
}: Extract<ExportWorkerCommand, { readonly type: "export.begin" }>): Promise<void> => {
  const conversations = conversationsApi(createHttpClient(origin))
  const { signal } = ends
  const made = await writeExportFiles(
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
      progress: (read, written) => tell({ type: "export.progress", read, written }),
      stuck: (error) => {
        tell({ type: "export.stuck", failure: Schema.encodeSync(Failure)(asFailure(error)) })
        return new Promise((resolve) => {
          goOn = resolve
          signal.addEventListener("abort", () => resolve(), { once: true })
        })
      },
    },
    signal,
  )
  tell({ type: "export.made", ...made })
}

self.addEventListener("message", ({ data }: MessageEvent<ExportWorkerCommand>) => {
  if (data.type === "export.retry") goOn()
  else if (data.type === "export.cancel") ends.abort()
  else
    begin(data).catch((error: unknown) => {
      if (ends.signal.aborted) self.close()
      else tell({ type: "export.broken", failure: Schema.encodeSync(Failure)(asFailure(error)) })
    })
})
