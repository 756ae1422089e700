// Reserved slugs: no community can be named like the first segment of a console, API or respondent path (U8).
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { endpoints } from "../../adapters/server/endpoints.ts"
import { reservedSlugs } from "../../domain/communities/community.ts"

const reserved: ReadonlySet<string> = new Set(reservedSlugs)
/** The path segment at the position of a slug, unless it is empty or a parameter. */
const wordAt = (path: string, place: number): ReadonlyArray<string> => {
  const segment = path.split("/")[place + 1] ?? ""
  return segment === "" || /[{$]/.test(segment) ? [] : [segment]
}

test("reserves every word that an API path has in the position of a community", () => {
  const words = endpoints.flatMap(({ endpoint: { path } }) => (path.startsWith("/api/") ? ["api", ...wordAt(path, 1)] : wordAt(path, 0)))
  expect(words).toContain("communities")
  expect(words.filter((word) => !reserved.has(word))).toEqual([])
})

test("reserves every word that a console path has in the position of a community", () => {
  const folder = join(import.meta.dirname, "../../ui/console")
  const text = ["routes.tsx", "admin-routes.tsx", "session-routes.tsx"].map((file) => readFileSync(join(folder, file), "utf8")).join("\n")
  const paths = [...text.matchAll(/path: "(\/[^"]*)"/g)].map(([, path = ""]) => path)
  expect(paths).toContain("/$communitySlug/chats")
  expect(paths.flatMap((path) => wordAt(path, 0)).filter((word) => !reserved.has(word))).toEqual([])
})

test("reserves the first segment of respondents' and operators' paths", () => {
  for (const word of ["chat", "s", "stats", "assets", "uploads", "healthz", "readyz", "metrics"]) expect(reserved).toContain(word)
})
