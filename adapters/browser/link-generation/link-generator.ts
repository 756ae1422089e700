// Creates links for respondents: reads a list of them, plans batches, sends the batches and collects the links [L4, L7, L9, L10].

import { type LinkResult, linksCsv } from "../../../domain/exports/links-and-members-csv.ts"
import {
  type ColumnMapping,
  findMappingProblems,
  hasParticipant,
  listUniqueRowIndexes,
  type ShownMappingProblem,
  toShownMappingProblem,
} from "../../../domain/links/column-mapping.ts"
import {
  computeBatchEnds,
  countParticipantCharacters,
  createParticipantReader,
  createsShortLinks,
  linksPerPage,
  listBatchSizes,
  type Participant,
} from "../../../domain/links/participant-links.ts"
import { getHeadings, type ListProblem, type ListSummary } from "../../../domain/links/participant-list.ts"
import type { ScriptId } from "../../../domain/script/script.ts"
import type { PublicBaseUrls } from "../../../domain/text/web-url.ts"
import { type ListRequest, type PeopleList, readPeopleList } from "./people-list-reader.ts"

type Chat = { readonly community: string; readonly uuid: ScriptId }
type BatchRequest = Chat & { readonly short: boolean; readonly key: string }

/** The API calls that create links. */
type LinkCalls = {
  readonly makeLinks: (it: BatchRequest & { readonly amount: number }, signal?: AbortSignal) => Promise<ReadonlyArray<LinkResult>>
  readonly makeUniqueLinks: (
    it: BatchRequest & { readonly people: ReadonlyArray<Participant> },
    signal?: AbortSignal,
  ) => Promise<ReadonlyArray<LinkResult>>
}

/** The number of links in each batch. */
type Plan = { readonly batches: ReadonlyArray<number> }
/** How a list is read: the column mapping, whether it has a header row, and whether duplicates are dropped. */
type ListInterpretation = { readonly mapping: ColumnMapping; readonly isHeaded: boolean; readonly leavesOut: boolean }
/** The problems of the list, the number of duplicate lines, and the plan if there is no problem. */
type CheckResult = { readonly flags: ReadonlyArray<ShownMappingProblem>; readonly doubled: number; readonly plan: Plan | null }
type ListRead = { readonly facts: ListSummary } | { readonly problem: ListProblem }

export type LinkGenerator = ReturnType<typeof createLinkGenerator>

/** Creates a link generator. `newRunId` returns an id that makes the idempotency keys of a plan's batches unique. */
export const createLinkGenerator = (calls: LinkCalls, newRunId: () => string) => {
  let currentList: { readonly list: PeopleList; readonly facts: ListSummary } | null = null
  let sendBatch: (request: BatchRequest, batch: number, signal: AbortSignal) => Promise<ReadonlyArray<LinkResult>> = () =>
    Promise.reject(new Error("nothing is planned"))
  let runId = ""
  let linksByBatch: Array<ReadonlyArray<LinkResult>> = []

  const startRun = (batches: ReadonlyArray<number>, send: typeof sendBatch): Plan => {
    runId = newRunId()
    linksByBatch = []
    sendBatch = send
    return { batches }
  }

  return {
    /** Reads a list, which replaces the previous one. */
    read: async (request: ListRequest, signal: AbortSignal, reportProgress: (bytes: number) => void): Promise<ListRead> => {
      currentList = null
      const result = await readPeopleList(request, signal, reportProgress)
      if ("problem" in result) return result
      currentList = result
      return { facts: result.facts }
    },
    /** Checks the list and, if there is no problem, plans its batches. */
    check: async ({ mapping, isHeaded, leavesOut }: ListInterpretation): Promise<CheckResult> => {
      if (currentList === null) throw new Error("no list was read")
      const { list, facts } = currentList
      const headerRows = isHeaded ? 1 : 0
      const allLines = isHeaded ? list.lines.slice(1) : list.lines
      const problems = findMappingProblems(mapping, allLines)
      // Finding duplicates is the most expensive step, so columns without any are not searched a second time.
      const hasDuplicates = (column: number) => problems.some((it) => it.type === "duplicates" && it.column === column)
      const uniqueLines = listUniqueRowIndexes(
        mapping.map((target, column) => (hasDuplicates(column) ? target : "ignore")),
        allLines,
      )
      const lines = leavesOut ? uniqueLines.map((line) => allLines[line] ?? []) : allLines
      const rowOfLine = (line: number) => list.rows[(leavesOut ? (uniqueLines[line] ?? 0) : line) + headerRows] ?? 0
      const doubled = allLines.length - uniqueLines.length
      const flags = (leavesOut ? findMappingProblems(mapping, lines) : problems).map((problem) => toShownMappingProblem(problem, rowOfLine))
      if (flags.length > 0) return { flags, doubled, plan: null }
      const people = lines.filter((cells) => hasParticipant(mapping, cells))
      const headings = getHeadings(facts, isHeaded)
      const readParticipant = createParticipantReader(headings, mapping)
      const batchEnds = computeBatchEnds(people.length, (index) => countParticipantCharacters(headings, people[index] ?? []))
      const plan = startRun(
        batchEnds.map((end, batch) => end - (batchEnds[batch - 1] ?? 0)),
        (request, batch, signal) =>
          calls.makeUniqueLinks(
            { ...request, people: people.slice(batchEnds[batch - 1] ?? 0, batchEnds[batch]).map(readParticipant) },
            signal,
          ),
      )
      return { flags, doubled, plan }
    },
    /** Plans batches of links that have no recipient. */
    plan: async (amount: number): Promise<Plan> => {
      const sizes = [...listBatchSizes(amount)]
      return startRun(sizes, (request, batch, signal) => calls.makeLinks({ ...request, amount: sizes[batch] ?? 0 }, signal))
    },
    /** [L10] Creates one batch of links and returns their number. A repeated call returns the same links, so that nobody gets two. */
    make: async ({ community, uuid, batch }: Chat & { readonly batch: number }, signal: AbortSignal): Promise<number> => {
      // A new plan may start while the batch is sent.
      const [batchRunId, batches] = [runId, linksByBatch]
      const links = await sendBatch({ community, uuid, short: createsShortLinks, key: `${batchRunId}-${batch}` }, batch, signal)
      batches[batch] = links
      return links.length
    },
    /** Returns a page of the created links. */
    page: async (page: number): Promise<ReadonlyArray<LinkResult>> => {
      const from = page * linksPerPage
      return linksByBatch.flat().slice(from, from + linksPerPage)
    },
    /** Returns all created links as a CSV file. */
    file: async (target: { readonly bases: Pick<PublicBaseUrls, "chat">; readonly slug: string; readonly script: string }): Promise<Blob> =>
      new Blob([...linksCsv(linksByBatch.flat(), { ...target, isShort: createsShortLinks })], { type: "text/csv;charset=utf-8" }),
  }
}
