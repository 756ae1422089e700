// What the page and the worker of an export tell each other: values that can be copied from one to the other.
import type { ExportOptions } from "../../../../domain/exports/export-options.ts"
import type { Failure } from "../../../../domain/failure.ts"
import type { Chat } from "../../../../machines/chat/chat-details.ts"

type Names = { readonly answers: string; readonly codebook: string; readonly spss: string | null }
type Made = {
  readonly files: ReadonlyArray<{ readonly name: string; readonly written: { readonly file: Blob; readonly own: string | null } }>
  readonly written: number
  readonly count: number
}

export type ToExport =
  | {
      readonly type: "export.begin"
      readonly origin: string
      readonly chat: Chat
      /** Instants, and whether only those with an answer count. */
      readonly chosen: { readonly from?: string; readonly to?: string; readonly filled: boolean }
      readonly options: ExportOptions
      readonly names: Names
    }
  | { readonly type: "export.retry" }
  | { readonly type: "export.cancel" }

/** Failures come as their encoded form. */
export type FromExport =
  | { readonly type: "export.progress"; readonly read: number; readonly written: number }
  | { readonly type: "export.stuck"; readonly failure: typeof Failure.Encoded }
  /** Nothing is left to go on with: it has to begin anew. */
  | { readonly type: "export.broken"; readonly failure: typeof Failure.Encoded }
  | ({ readonly type: "export.made" } & Made)
