// Writes the files of an answers export while pages of conversations arrive [X6, X8, X10].
import type { Conversation } from "../../domain/conversations/conversation.ts"
import { buildCsvHead, buildCsvPage } from "../../domain/exports/answers-csv.ts"
import { exportEmojiLabels, planAnswers } from "../../domain/exports/answers-table.ts"
import { buildCodebook } from "../../domain/exports/codebook.ts"
import type { Revision } from "../../domain/exports/export-columns.ts"
import { type ExportOptions, toSpssOptions } from "../../domain/exports/export-options.ts"
import { buildSpssSyntax } from "../../domain/exports/spss.ts"
import { openFileWriter, type WrittenFile } from "./file-download.ts"

/** A page of conversations, and the cursor after which the next page starts (null on the last page). */
type Page = { readonly items: ReadonlyArray<Conversation>; readonly after: string | null }

/** Data source of an export: column definitions, pages after a cursor, and the total number of conversations. */
type Source = {
  readonly definitions: () => Promise<{ readonly revisions: ReadonlyArray<Revision>; readonly metadataKeys: ReadonlyArray<string> }>
  readonly page: (after: string | null) => Promise<Page>
  readonly count: () => Promise<number>
}
type ExportRequest = {
  readonly options: ExportOptions
  /** File names; no SPSS syntax is written if its name is null. */
  readonly names: ExportFileNames
}
export type ExportFileNames = { readonly answers: string; readonly codebook: string; readonly spss: string | null }
type ExportListener = {
  readonly progress: (read: number, written: number) => void
  /** Called with a failure; resolves when the failed operation should be retried. */
  readonly stuck: (error: unknown) => Promise<void>
}
/** [X10] The files, the number of rows written, and the server's total when the last page arrived. */
export type ExportResult = {
  readonly files: ReadonlyArray<{ readonly name: string; readonly written: WrittenFile }>
  readonly written: number
  readonly count: number
}

const csvType = "text/csv;charset=utf-8"

/** Writes the answers, the codebook and, if requested, the SPSS syntax. Deletes partial files when aborted. */
export const writeExportFiles = async (
  source: Source,
  request: ExportRequest,
  listener: ExportListener,
  signal: AbortSignal,
): Promise<ExportResult> => {
  const retryUntilDone = async <A>(attempt: () => Promise<A>): Promise<A> => {
    for (;;)
      try {
        return await attempt()
      } catch (error) {
        signal.throwIfAborted()
        await listener.stuck(error)
        signal.throwIfAborted()
      }
  }
  const { names } = request
  const options = names.spss === null ? request.options : toSpssOptions(request.options)
  const { revisions, metadataKeys } = await retryUntilDone(source.definitions)
  const plan = planAnswers({ revisions, metadataKeys, options, emojiLabels: exportEmojiLabels(revisions) })
  const csvOptions = { options, isFlat: names.spss !== null }
  const writer = await retryUntilDone(() => openFileWriter(csvType))
  try {
    await writer.write(buildCsvHead(plan, csvOptions))
    let [read, written] = [0, 0]
    let after: string | null = null
    for (let more = true; more; ) {
      const cursor: string | null = after
      const page: Page = await retryUntilDone(() => source.page(cursor))
      signal.throwIfAborted()
      const chunk = buildCsvPage(plan, page.items, csvOptions)
      await writer.write(chunk.text)
      read += chunk.read
      written += chunk.written
      listener.progress(read, written)
      after = page.after
      more = after !== null
    }
    const count = await retryUntilDone(source.count)
    signal.throwIfAborted()
    const inMemory = (name: string, text: string, type: string) => ({ name, written: { file: new Blob([text], { type }), own: null } })
    const files = [
      { name: names.answers, written: await writer.finish() },
      inMemory(names.codebook, buildCodebook(plan, csvOptions), csvType),
      ...(names.spss === null ? [] : [inMemory(names.spss, buildSpssSyntax(plan, names.answers, options), "text/plain;charset=utf-8")]),
    ]
    return { files, written, count }
  } catch (error) {
    await writer.discard()
    throw error
  }
}
