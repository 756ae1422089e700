// Links and members as CSV files (L1).

import { buildParticipantUrl, buildShortUrl } from "../links/respondent-urls.ts"
import type { PublicBaseUrls } from "../text/web-url.ts"
import { type Cell, csvLine, csvStart, type Separator } from "./csv.ts"

/** A created link; `identifier` is the profile field by which the person was found. */
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

type LinkTarget = {
  readonly bases: Pick<PublicBaseUrls, "chat">
  readonly slug: string
  readonly script: string
  readonly isShort: boolean
}

/** Yields the lines of a CSV file of links; with `isShort`, links with a short code are written in their short form. */
export const linksCsv = (results: Iterable<LinkResult>, target: LinkTarget, separator: Separator = ","): Generator<string> =>
  csvLines(
    ["userId", "found", "couple variable", "couple value", "conversationToken", target.isShort ? "shortlink" : "link"],
    results,
    separator,
    (it) => [
      it.user ?? "",
      it.found ? 1 : 0,
      it.identifier?.key ?? "",
      it.identifier?.value ?? "",
      it.conversation,
      buildLinkUrl(it, target),
    ],
  )

/** [L1] Returns the URL of a created link. */
export const buildLinkUrl = (
  { code, conversation }: Pick<LinkResult, "code" | "conversation">,
  { isShort, bases, ...chat }: LinkTarget,
): string => (isShort && code !== null ? buildShortUrl(bases, code) : buildParticipantUrl(bases, { ...chat, conversation }))

/** Yields the lines of a CSV file of a community's members. */
export const membersCsv = (members: Iterable<Member>, separator: Separator = ","): Generator<string> =>
  csvLines(["uuid", "type", "external_id", "email", "phone", "birthdate", "firstname", "lastname"], members, separator, (it) => [
    it.uuid,
    it.type,
    it.external_id ?? "",
    it.email ?? "",
    it.phone ?? "",
    it.dateofbirth ?? "",
    it.firstname ?? "",
    it.lastname ?? "",
  ])

/** Yields a file line by line, its beginning together with the headings. */
function* csvLines<Row>(
  headings: ReadonlyArray<string>,
  rows: Iterable<Row>,
  separator: Separator,
  cells: (row: Row) => ReadonlyArray<Cell>,
): Generator<string> {
  yield csvStart(separator, false) + csvLine(headings, separator)
  for (const row of rows) yield csvLine(cells(row), separator)
}
