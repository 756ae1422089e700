// The files of an export, written while the pages of conversations arrive (spec/3-community §9; decisions X6, X8, X10).
import type { Conversation } from "../../domain/conversations/conversation.ts"
import { codebook, csvHead, csvPage } from "../../domain/exports/answers-csv.ts"
import { exportEmojiLabels, planAnswers, type Revision } from "../../domain/exports/answers-plan.ts"
import type { ExportOptions } from "../../domain/exports/export-options.ts"
import { spssSyntax } from "../../domain/exports/spss.ts"
import { openFileWriter, type WrittenFile } from "./file-download.ts"

/** A page of conversations, and the place behind which the next one begins; null where there is none. */
type Page = { readonly items: ReadonlyArray<Conversation>; readonly after: string | null }

/** Where the rows come from: what they answer, a page behind the place where the last one ended, and how many there are. */
type Source = {
  readonly definitions: () => Promise<{ readonly revisions: ReadonlyArray<Revision>; readonly metadataKeys: ReadonlyArray<string> }>
  readonly page: (after: string | null) => Promise<Page>
  readonly count: () => Promise<number>
}
type ExportRequest = {
  readonly options: ExportOptions
  /** Names of the files; without one for the syntax none is made. */
  readonly names: ExportFileNames
}
export type ExportFileNames = { readonly answers: string; readonly codebook: string; readonly spss: string | null }
type ExportListener = {
  readonly progress: (read: number, written: number) => void
  /** Resolves when what failed is to be tried again. */
  readonly stuck: (error: unknown) => Promise<void>
}
/** The files, and how many rows were written of how many the server counted when the last page had come. */
export type ExportResult = {
  readonly files: ReadonlyArray<{ readonly name: string; readonly written: WrittenFile }>
  readonly written: number
  readonly count: number
}

const csv = "text/csv;charset=utf-8"

/** Writes the answers, the codebook and, where wished, the syntax. Called off, it leaves nothing behind. */
export const writeExportFiles = async (
  source: Source,
  wish: ExportRequest,
  told: ExportListener,
  signal: AbortSignal,
): Promise<ExportResult> => {
  const untilDone = async <A>(attempt: () => Promise<A>): Promise<A> => {
    for (;;)
      try {
        return await attempt()
      } catch (error) {
        signal.throwIfAborted()
        await told.stuck(error)
        signal.throwIfAborted()
      }
  }
  const { options, names } = wish
  const { revisions, metadataKeys } = await untilDone(source.definitions)
  const plan = planAnswers({ revisions, metadataKeys, options, emojiLabels: exportEmojiLabels(revisions) })
  const writing = { options, isFlat: names.spss !== null }
  const sink = await untilDone(() => openFileWriter(csv))
  try {
    await sink.write(csvHead(plan, writing))
    let [read, written] = [0, 0]
    let after: string | null = null
    for (let more = true; more; ) {
      const place: string | null = after
      const page: Page = await untilDone(() => source.page(place))
      signal.throwIfAborted()
      const chunk = csvPage(plan, page.items, writing)
      await sink.write(chunk.text)
      read += chunk.read
      written += chunk.written
      told.progress(read, written)
      after = page.after
      more = after !== null
    }
    const count = await untilDone(source.count)
    signal.throwIfAborted()
    const inMemory = (name: string, text: string, type: string) => ({ name, written: { file: new Blob([text], { type }), own: null } })
    const files = [
      { name: names.answers, written: await sink.finish() },
      inMemory(names.codebook, codebook(plan, options), csv),
      ...(names.spss === null ? [] : [inMemory(names.spss, spssSyntax(plan, names.answers, options), "text/plain;charset=utf-8")]),
    ]
    return { files, written, count }
  } catch (error) {
    await sink.discard()
    throw error
  }
}
