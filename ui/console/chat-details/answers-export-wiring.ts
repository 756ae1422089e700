// The page's side of an export: starts the worker that makes the files, passes on what it tells, and hands the files over.
import * as Schema from "effect/Schema"
import { localDay } from "../../../adapters/browser/browser-clock.ts"
import { downloadWrittenFile } from "../../../adapters/browser/file-download.ts"
import { exportFileName } from "../../../domain/exports/export-file-names.ts"
import { type ExportOptions, type ExportRange, rangeBounds } from "../../../domain/exports/export-options.ts"
import { Failure, Unreachable } from "../../../domain/failure.ts"
import type { ExportProgressEvent, ExportRequest } from "../../../machines/chat/answers-export-machine.ts"
import type { ScriptRef } from "../../../machines/chat/chat-details-machine.ts"

/** The instants of a range of local times; one without a limit says nothing. */
export const toInstantRange = (range: ExportRange): { readonly from?: string; readonly to?: string } => {
  const { from, to } = rangeBounds(range)
  return {
    ...(from === undefined ? {} : { from: new Date(from).toISOString() }),
    ...(to === undefined ? {} : { to: new Date(to).toISOString() }),
  }
}

type Outside = {
  readonly sendBack: (news: ExportProgressEvent) => void
  /** Hears of each wish to try again. */
  readonly receive: (hear: () => void) => void
  /** Nobody is signed in any more. */
  readonly lost: () => void
}

/** Runs an export; what it gives calls it off. */
export const startExportWorker = (wish: ExportRequest, { sendBack, receive, lost }: Outside): (() => void) => {
  const fail = (failure: Failure): void => {
    if (failure._tag === "SignedOut") lost()
    sendBack({ type: "export.stuck", failure })
  }
  const read = Schema.decodeUnknownSync(Failure)
  let worker: Worker | null = null
  const leave = (): void => {
    worker?.terminate()
    worker = null
  }
  const hear = ({ data }: MessageEvent<ExportWorkerEvent>): void => {
    switch (data.type) {
      case "export.progress":
        sendBack(data)
        return
      case "export.stuck":
        fail(read(data.failure))
        return
      case "export.broken":
        leave()
        fail(read(data.failure))
        return
      case "export.made":
        leave()
        for (const { name, written } of data.files) downloadWrittenFile(name, written)
        sendBack({ type: "export.done", written: data.written, count: data.count })
    }
  }
  const start = (): void => {
    worker = new Worker(new URL("./answers-export-worker.ts", import.meta.url), { type: "module" })
    worker.addEventListener("message", hear)
    worker.addEventListener("error", ({ message }) => {
      leave()
      fail(new Unreachable({ message }))
    })
    tell(beginning(wish))
  }
  const tell = (it: ExportWorkerCommand): void => worker?.postMessage(it)
  receive(() => (worker === null ? start() : tell({ type: "export.retry" })))
  start()
  return () => tell({ type: "export.cancel" })
}

const beginning = ({ community, uuid, name, kind, options, range }: ExportRequest): ExportWorkerCommand => {
  const nameOf = (of: "answers" | "spss" | "codebook") => exportFileName(localDay(new Date()), community, name, of)
  return {
    type: "export.begin",
    origin: window.origin,
    chat: { community, uuid },
    chosen: { ...toInstantRange(range), filled: !options.emptyChats },
    options,
    names: { answers: nameOf("answers"), codebook: nameOf("codebook"), spss: kind === "spss" ? nameOf("spss") : null },
  }
}

// What the page and the worker of an export tell each other: values that can be copied from one to the other.

type Names = { readonly answers: string; readonly codebook: string; readonly spss: string | null }
type Made = {
  readonly files: ReadonlyArray<{ readonly name: string; readonly written: { readonly file: Blob; readonly own: string | null } }>
  readonly written: number
  readonly count: number
}

export type ExportWorkerCommand =
  | {
      readonly type: "export.begin"
      readonly origin: string
      readonly chat: ScriptRef
      /** Instants, and whether only those with an answer count. */
      readonly chosen: { readonly from?: string; readonly to?: string; readonly filled: boolean }
      readonly options: ExportOptions
      readonly names: Names
    }
  | { readonly type: "export.retry" }
  | { readonly type: "export.cancel" }

/** Failures come as their encoded form. */
export type ExportWorkerEvent =
  | { readonly type: "export.progress"; readonly read: number; readonly written: number }
  | { readonly type: "export.stuck"; readonly failure: typeof Failure.Encoded }
  /** Nothing is left to go on with: it has to begin anew. */
  | { readonly type: "export.broken"; readonly failure: typeof Failure.Encoded }
  | ({ readonly type: "export.made" } & Made)
