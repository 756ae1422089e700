// Runs the answers export in a worker: starts it, forwards its progress, and downloads the files. Also declares their messages.

import * as Schema from "effect/Schema"
import { getLocalDay } from "../../../adapters/browser/browser-clock.ts"
import { downloadWrittenFile } from "../../../adapters/browser/file-download.ts"
import { exportFileName } from "../../../domain/exports/export-file-names.ts"
import { type ExportOptions, type ExportRange, getRangeBounds } from "../../../domain/exports/export-options.ts"
import { Failure, Unreachable } from "../../../domain/failures/failure.ts"
import type { ExportProgressEvent, ExportRequest } from "../../../machines/chat/answers-export-machine.ts"
import type { ScriptRef } from "../../../machines/ports.ts"

/** Converts a range of local times to instants (ISO 8601); an open end is omitted. */
export const toInstantRange = (range: ExportRange): { readonly from?: string; readonly to?: string } => {
  const { from, to } = getRangeBounds(range)
  return {
    ...(from === undefined ? {} : { from: new Date(from).toISOString() }),
    ...(to === undefined ? {} : { to: new Date(to).toISOString() }),
  }
}

type ExportListeners = {
  readonly sendBack: (event: ExportProgressEvent) => void
  /** Registers a listener that is called when the user retries. */
  readonly receive: (listener: () => void) => void
  /** Called when the session has ended. */
  readonly onSignedOut: () => void
}

/** Runs an export; returns a function that cancels it. */
export const startExportWorker = (request: ExportRequest, { sendBack, receive, onSignedOut }: ExportListeners): (() => void) => {
  const fail = (failure: Failure): void => {
    if (failure._tag === "SignedOut") onSignedOut()
    sendBack({ type: "export.stuck", failure })
  }
  const decodeFailure = Schema.decodeUnknownSync(Failure)
  let worker: Worker | null = null
  const terminate = (): void => {
    worker?.terminate()
    worker = null
  }
  const handleMessage = ({ data }: MessageEvent<ExportWorkerEvent>): void => {
    switch (data.type) {
      case "export.progress":
        sendBack(data)
        return
      case "export.stuck":
        fail(decodeFailure(data.failure))
        return
      case "export.broken":
        terminate()
        fail(decodeFailure(data.failure))
        return
      case "export.made":
        terminate()
        for (const { name, written } of data.files) downloadWrittenFile(name, written)
        sendBack({ type: "export.done", written: data.written, count: data.count })
    }
  }
  const start = (): void => {
    worker = new Worker(new URL("./answers-export-worker.ts", import.meta.url), { type: "module" })
    worker.addEventListener("message", handleMessage)
    worker.addEventListener("error", ({ message }) => {
      terminate()
      fail(new Unreachable({ message }))
    })
    send(toBeginCommand(request))
  }
  const send = (command: ExportWorkerCommand): void => worker?.postMessage(command)
  receive(() => (worker === null ? start() : send({ type: "export.retry" })))
  start()
  return () => send({ type: "export.cancel" })
}

const toBeginCommand = ({ community, uuid, name, kind, options, range }: ExportRequest): ExportWorkerCommand => {
  const getFileName = (file: Parameters<typeof exportFileName>[3]) => exportFileName(getLocalDay(new Date()), community, name, file)
  return {
    type: "export.begin",
    origin: window.origin,
    chat: { community, uuid },
    chosen: { ...toInstantRange(range), filled: !options.emptyChats },
    options,
    names:
      kind === "spss"
        ? { answers: getFileName("spss-answers"), codebook: getFileName("spss-codebook"), spss: getFileName("spss") }
        : { answers: getFileName("answers"), codebook: getFileName("codebook"), spss: null },
  }
}

type ExportFileNames = { readonly answers: string; readonly codebook: string; readonly spss: string | null }
type ExportResult = {
  readonly files: ReadonlyArray<{ readonly name: string; readonly written: { readonly file: Blob; readonly own: string | null } }>
  readonly written: number
  readonly count: number
}

/** Messages to the worker; they must be structured-cloneable. */
export type ExportWorkerCommand =
  | {
      readonly type: "export.begin"
      readonly origin: string
      readonly chat: ScriptRef
      /** The range as instants; `filled` limits the export to conversations with an answer. */
      readonly chosen: { readonly from?: string; readonly to?: string; readonly filled: boolean }
      readonly options: ExportOptions
      readonly names: ExportFileNames
    }
  | { readonly type: "export.retry" }
  | { readonly type: "export.cancel" }

/** Messages of the worker. They must be structured-cloneable, so failures are sent in their encoded form. */
export type ExportWorkerEvent =
  | { readonly type: "export.progress"; readonly read: number; readonly written: number }
  | { readonly type: "export.stuck"; readonly failure: typeof Failure.Encoded }
  /** The export cannot be resumed; a retry starts a new worker. */
  | { readonly type: "export.broken"; readonly failure: typeof Failure.Encoded }
  | ({ readonly type: "export.made" } & ExportResult)
