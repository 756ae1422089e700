// Links and members as CSV files (spec/3-community §3, §9; contract "Files").
import { buildParticipantUrl, buildShortUrl, type PublicBaseUrls } from "../links/respondent-urls.ts"
import { type Cell, csvLine, csvStart, type Separator } from "./csv.ts"

/** What making a link came to (spec/3-community §3 "Link result"); `identifier` is what the person was found by. */
export type LinkResult = {
  readonly user: string | null
  readonly found: boolean
  readonly identifier: { readonly key: string; readonly value: string } | null
  readonly conversation: string
  readonly code: string | null
}

export type Member = {
  readonly uuid: string
  readonly type: string
  readonly external_id: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly dateofbirth: string | null
  readonly firstname: string | null
  readonly lastname: string | null
}

type Target = { readonly bases: Pick<PublicBaseUrls, "chat">; readonly slug: string; readonly script: string; readonly isShort: boolean }

/** The links of a chat; `isShort` asks for the short form, which a link has that has a code. */
export const linksCsv = (results: Iterable<LinkResult>, target: Target, separator: Separator = ","): Generator<string> =>
  lines(
    ["userId", "found", "couple variable", "couple value", "conversationToken", target.isShort ? "shortlink" : "link"],
    results,
    separator,
    (it) => [
      it.user ?? "",
      it.found ? 1 : 0,
      it.identifier?.key ?? "",
      it.identifier?.value ?? "",
      it.conversation,
      linkAddress(it, target),
    ],
  )

/** [L1] The address of a link that was made. */
export const linkAddress = (
  { code, conversation }: Pick<LinkResult, "code" | "conversation">,
  { isShort, bases, ...chat }: Target,
): string => (isShort && code !== null ? buildShortUrl(bases, code) : buildParticipantUrl(bases, { ...chat, conversation }))

/** The members of a community. */
export const membersCsv = (members: Iterable<Member>, separator: Separator = ","): Generator<string> =>
  lines(["uuid", "type", "external_id", "email", "phone", "birthdate", "firstname", "lastname"], members, separator, (it) => [
    it.uuid,
    it.type,
    it.external_id ?? "",
    it.email ?? "",
    it.phone ?? "",
    it.dateofbirth ?? "",
    it.firstname ?? "",
    it.lastname ?? "",
  ])

/** A file in lines, the first with its beginning. */
function* lines<Row>(
  headings: ReadonlyArray<string>,
  rows: Iterable<Row>,
  separator: Separator,
  cells: (row: Row) => ReadonlyArray<Cell>,
): Generator<string> {
  yield csvStart(separator, false) + csvLine(headings, separator)
  for (const row of rows) yield csvLine(cells(row), separator)
}
