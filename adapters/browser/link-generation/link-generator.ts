// Where links are made, off the page's own thread: the list that was read, the batches it is sent in, and what came of them
// (spec/3-community §4 "Link generation for a list", §9; decisions L4, L7, L9, L10).
import { type LinkResult, linksCsv } from "../../../domain/exports/people-csv.ts"
import {
  type ColumnMapping,
  hasParticipant,
  listUniqueRowIndexes,
  mappingProblems,
  type ShownMappingProblem,
  toShownMappingProblem,
} from "../../../domain/links/column-mapping.ts"
import {
  computeBatchEnds,
  countParticipantCharacters,
  createParticipantReader,
  linksPerPage,
  listBatchSizes,
  makesShortLinks,
  type Participant,
} from "../../../domain/links/participant-links.ts"
import { getHeadings, type ListProblem, type ListSummary } from "../../../domain/links/participant-list.ts"
import type { PublicBaseUrls } from "../../../domain/links/respondent-urls.ts"
import type { ScriptId } from "../../../domain/script/script.ts"
import { type ListRequest, type PeopleList, readPeopleList } from "./people-list-reader.ts"

type Chat = { readonly community: string; readonly uuid: ScriptId }
type Sending = Chat & { readonly short: boolean; readonly key: string }

/** The calls that make links. */
type Calls = {
  readonly makeLinks: (it: Sending & { readonly amount: number }, signal?: AbortSignal) => Promise<ReadonlyArray<LinkResult>>
  readonly makeUniqueLinks: (
    it: Sending & { readonly people: ReadonlyArray<Participant> },
    signal?: AbortSignal,
  ) => Promise<ReadonlyArray<LinkResult>>
}

/** What is to be made: so many links in each batch. */
type Plan = { readonly batches: ReadonlyArray<number> }
/** How a list is meant. */
type ListInterpretation = { readonly mapping: ColumnMapping; readonly isHeaded: boolean; readonly leavesOut: boolean }
/** What keeps links from being made, and how many lines would be left out for it; or the plan. */
type Checked = { readonly flags: ReadonlyArray<ShownMappingProblem>; readonly doubled: number; readonly plan: Plan | null }
type ListRead = { readonly facts: ListSummary } | { readonly problem: ListProblem }

export type LinkGenerator = ReturnType<typeof createLinkGenerator>

export const createLinkGenerator = (calls: Calls, newRun: () => string) => {
  let known: { readonly list: PeopleList; readonly facts: ListSummary } | null = null
  let send: (sending: Sending, batch: number, signal: AbortSignal) => Promise<ReadonlyArray<LinkResult>> = () =>
    Promise.reject(new Error("nothing is planned"))
  let run = ""
  let made: Array<ReadonlyArray<LinkResult>> = []

  const begin = (batches: ReadonlyArray<number>, how: typeof send): Plan => {
    run = newRun()
    made = []
    send = how
    return { batches }
  }

  return {
    /** Reads a list, in place of the one before. */
    read: async (wish: ListRequest, signal: AbortSignal, tell: (bytes: number) => void): Promise<ListRead> => {
      known = null
      const read = await readPeopleList(wish, signal, tell)
      if ("problem" in read) return read
      known = read
      return { facts: read.facts }
    },
    /** Checks the list, and where nothing is wrong plans its batches. */
    check: async ({ mapping, isHeaded, leavesOut }: ListInterpretation): Promise<Checked> => {
      if (known === null) throw new Error("no list was read")
      const { list, facts } = known
      const begins = isHeaded ? 1 : 0
      const all = isHeaded ? list.lines.slice(1) : list.lines
      const problems = mappingProblems(mapping, all)
      // Looking for duplicates costs more than all the rest: a column without any is looked at once.
      const isDoubled = (column: number) => problems.some((it) => it.type === "duplicates" && it.column === column)
      const kept = listUniqueRowIndexes(
        mapping.map((target, column) => (isDoubled(column) ? target : "ignore")),
        all,
      )
      const lines = leavesOut ? kept.map((line) => all[line] ?? []) : all
      const rowOf = (line: number) => list.rows[(leavesOut ? (kept[line] ?? 0) : line) + begins] ?? 0
      const doubled = all.length - kept.length
      const flags = (leavesOut ? mappingProblems(mapping, lines) : problems).map((problem) => toShownMappingProblem(problem, rowOf))
      if (flags.length > 0) return { flags, doubled, plan: null }
      const people = lines.filter((cells) => hasParticipant(mapping, cells))
      const headings = getHeadings(facts, isHeaded)
      const read = createParticipantReader(headings, mapping)
      const ends = computeBatchEnds(people.length, (place) => countParticipantCharacters(headings, people[place] ?? []))
      const plan = begin(
        ends.map((end, batch) => end - (ends[batch - 1] ?? 0)),
        (sending, batch, signal) =>
          calls.makeUniqueLinks({ ...sending, people: people.slice(ends[batch - 1] ?? 0, ends[batch]).map(read) }, signal),
      )
      return { flags, doubled, plan }
    },
    /** Plans links for nobody in particular. */
    plan: async (amount: number): Promise<Plan> => {
      const sizes = [...listBatchSizes(amount)]
      return begin(sizes, (sending, batch, signal) => calls.makeLinks({ ...sending, amount: sizes[batch] ?? 0 }, signal))
    },
    /** [L10] Makes a batch, and gives the number of its links. Asked for again, it is the same batch to the server: nobody gets two links. */
    make: async ({ community, uuid, batch }: Chat & { readonly batch: number }, signal: AbortSignal): Promise<number> => {
      const [its, into] = [run, made]
      const links = await send({ community, uuid, short: makesShortLinks, key: `${its}-${batch}` }, batch, signal)
      into[batch] = links
      return links.length
    },
    /** A page of the links that were made. */
    page: async (page: number): Promise<ReadonlyArray<LinkResult>> => {
      const from = page * linksPerPage
      return made.flat().slice(from, from + linksPerPage)
    },
    /** All of them as a CSV file. */
    file: async (target: { readonly bases: Pick<PublicBaseUrls, "chat">; readonly slug: string; readonly script: string }): Promise<Blob> =>
      new Blob([...linksCsv(made.flat(), { ...target, isShort: makesShortLinks })], { type: "text/csv;charset=utf-8" }),
  }
}
