// No community is called what the console, the API or the respondents' addresses begin with (decisions U8).
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { endpoints } from "../../adapters/server/endpoints.ts"
import { reservedSlugs } from "../../domain/communities/community.ts"

const reserved: ReadonlySet<string> = new Set(reservedSlugs)
/** The segment of a path at which a slug could stand, where it is a word. */
const wordAt = (path: string, place: number): ReadonlyArray<string> => {
  const segment = path.split("/")[place + 1] ?? ""
  return segment === "" || /[{$]/.test(segment) ? [] : [segment]
}

test("every word that an API path has where others have a community is reserved", () => {
  const words = endpoints.flatMap(({ to: { path } }) => (path.startsWith("/api/") ? ["api", ...wordAt(path, 1)] : wordAt(path, 0)))
  expect(words).toContain("communities")
  expect(words.filter((word) => !reserved.has(word))).toEqual([])
})

test("every word that a console address has where others have a community is reserved", () => {
  const folder = join(import.meta.dirname, "../../ui/console")
  const text = ["routes.tsx", "session-routes.tsx"].map((file) => readFileSync(join(folder, file), "utf8")).join("\n")
  const paths = [...text.matchAll(/path: "(\/[^"]*)"/g)].map(([, path = ""]) => path)
  expect(paths).toContain("/$communitySlug/chats")
  expect(paths.flatMap((path) => wordAt(path, 0)).filter((word) => !reserved.has(word))).toEqual([])
})

test("so is what respondents' and operators' addresses begin with", () => {
  for (const word of ["chat", "s", "stats", "assets", "uploads", "healthz", "readyz", "metrics"]) expect(reserved).toContain(word)
})
