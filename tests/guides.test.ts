// The guides: paths in documents exist, and CONTRIBUTING.md has a section for each kind of change.
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { dirname, join, matchesGlob } from "node:path"
import { describe, expect, test } from "vitest"

const root = join(import.meta.dirname, "..")
const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter(Boolean)
const read = (file: string): string => readFileSync(join(root, file), "utf8")

/** All tracked files and their folders. */
const existing = new Set(tracked.flatMap((file) => file.split("/").map((_, index, parts) => parts.slice(0, index + 1).join("/"))))
const topFolders = new Set(tracked.filter((file) => file.includes("/")).map((file) => file.split("/")[0] ?? ""))
/** Folders that are created by commands or by git. */
const untrackedFolders: ReadonlySet<string> = new Set([".build", ".git", "data", "node_modules"])

const guides = tracked.filter((file) => /^(README\.md|domain\/(README|GLOSSARY)\.md|tests\/README\.md|\.github\/[^/]+\.md)$/.test(file))

/** The alternatives of each `{en,nl}`, one path per combination. */
const expandBraces = (path: string): ReadonlyArray<string> => {
  const braces = /\{([^{}]*)\}/.exec(path)
  if (braces === null) return [path]
  const [group, alternatives = ""] = braces
  return alternatives.split(",").flatMap((alternative) => expandBraces(path.replace(group, alternative)))
}

/** Placeholder names, as in `migrations/NNNN-name.ts` or `x-endpoints.ts`, stand for any name. */
const isPlaceholder = (path: string): boolean => /(^|\/)(NNNN-|x-)/.test(path)

/** The words of inline code in a document. */
const codeWords = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, code = ""]) => code.split(/[\s'"]+/)).filter((word) => !isPlaceholder(word))

/** The repository paths in a document: links, and code that contains a slash and begins with a folder at the top of the repository. */
const pathsIn = (text: string, folder: string): ReadonlyArray<string> => {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = ""]) => to.replace(/#.*$/, "")).filter((to) => !/^(\w+:|$)/.test(to))
  const code = codeWords(text).filter((word) => word.includes("/") && topFolders.has(word.split("/")[0] ?? ""))
  return [...links.map((to) => join(folder, to)), ...code.flatMap(expandBraces)]
}

/** The names of source files in a document, possibly with the end of their path: `jobs/job-queue.ts`. */
const fileNamesIn = (text: string): ReadonlyArray<string> => codeWords(text).filter((word) => /^[\w./-]+\.(tsx?|mjs|css|md)$/.test(word))

const exists = (path: string): boolean => {
  const name = path.replace(/\/$/, "")
  if (untrackedFolders.has(name.split("/")[0] ?? "")) return true
  return name.includes("*") ? tracked.some((file) => matchesGlob(file, name)) : existing.has(name)
}

describe("paths in documents", () => {
  test.each(guides)("of %s exist", (guide) => {
    const paths = pathsIn(read(guide), dirname(guide))
    expect(paths.filter((path) => !exists(path))).toEqual([])
  })

  test.each(guides)("and file names of %s exist", (guide) => {
    const names = fileNamesIn(read(guide))
    expect(names.filter((name) => !tracked.some((file) => `/${file}`.endsWith(`/${name}`)))).toEqual([])
  })

  test("are found in links and in code, in every combination of braces", () => {
    const text = "[Rules](../domain/rules.md#top) `ui/{chat,stats}/main.tsx` `npm test -- tests/run.ts` `and/or` `adapters/x-api.ts`"
    expect(pathsIn(text, ".github")).toEqual(["domain/rules.md", "ui/chat/main.tsx", "ui/stats/main.tsx", "tests/run.ts"])
  })

  test.each(["domain/no-such-file.ts", "ui/**/*-nothing.ts"])("that do not exist are noticed: %s", (path) => {
    expect(exists(path)).toBe(false)
  })
})

test("SECURITY.md says how to report a vulnerability, and names a test file for each threat", () => {
  const security = read(".github/SECURITY.md")
  expect(security).toMatch(/^## Report a vulnerability\nUse "Report a vulnerability"/m)
  const [, ...threats] = [...security.matchAll(/^\| (?!-)(.+?) \|.*\| (.+) \|$/gm)].map(([, threat, tests = ""]) => ({ threat, tests }))
  expect(threats.length).toBeGreaterThan(20)
  expect(threats.filter(({ tests }) => !/^`[\w-]+\.(test|spec)\.tsx?`(, `[\w-]+\.(test|spec)\.tsx?`)*$/.test(tests))).toEqual([])
})

test("DEPENDENCIES.md names every package of package.json, and no other", () => {
  const manifest: Readonly<Record<string, Readonly<Record<string, string>>>> = JSON.parse(read("package.json"))
  const packages = ["dependencies", "devDependencies", "optionalDependencies"].flatMap((group) => Object.keys(manifest[group] ?? {}))
  const [inUse = ""] = read(".github/DEPENDENCIES.md").split("## Own code")
  const named = codeWords(inUse).filter((word) => /^(@[\w.-]+\/)?[\w.-]+$/.test(word) && !/\.(ts|json)$/.test(word))
  expect(named.toSorted()).toEqual(expect.arrayContaining(packages))
  expect(named.filter((name) => !packages.includes(name) && name !== "fetch")).toEqual([])
})

describe("CONTRIBUTING.md has steps to add", () => {
  const sections = new Map(
    read(".github/CONTRIBUTING.md")
      .split(/^## /m)
      .slice(1)
      .map((section) => {
        const [title = "", ...lines] = section.split("\n")
        return [title, lines.join("\n")] as const
      }),
  )

  test.each([
    "a question type",
    "a check rule",
    "a migration",
    "a status",
    "a style key",
    "an audit event",
    "a keyboard shortcut",
    "a console language",
    "a job",
    "a CRM platform",
    "a screen",
    "an API call",
    "an export format",
  ])("%s", (kind) => {
    const steps = sections.get(`Add ${kind}`) ?? ""
    expect(steps).toMatch(/^1\. /m)
    expect(pathsIn(steps, ".github").length).toBeGreaterThan(1)
  })
})
