// The wording of the code and of the English texts: citations lead somewhere, and words that the glossary rules out stay out.
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { describe, expect, test } from "vitest"

const root = join(import.meta.dirname, "..")
const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((file) => /\.(tsx?|mjs|css|md)$/.test(file) && file !== "tests/wording.test.ts")
const read = (file: string): string => readFileSync(join(root, file), "utf8")

/** The comments of a source file with their line numbers; of a document, all its lines. Strings that look like comments count as well. */
const comments = (file: string): ReadonlyArray<readonly [line: number, text: string]> => {
  const code = read(file)
  if (file.endsWith(".md")) return code.split("\n").map((text, line) => [line + 1, text] as const)
  return [...code.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|[\s;{(,])\/\/[^\n]*/g)].map(
    ({ 0: text, index }) => [code.slice(0, index).split("\n").length, text] as const,
  )
}

/** The titles of the tests in a file with their line numbers. */
const titles = (file: string): ReadonlyArray<readonly [line: number, text: string]> => {
  const code = read(file)
  return [...code.matchAll(/\b(?:test|it|describe)(?:\.\w+(?:\([^)]*\))?)*\(\s*(["'`])((?:\\.|(?!\1)[^\\])*)\1/g)].map(
    ({ 2: title = "", index }) => [code.slice(0, index).split("\n").length, title] as const,
  )
}

const decisionIds = new Set([...read("domain/DECISIONS.md").matchAll(/\*\*([A-Z]\d+)\*\*/g)].map(([, id]) => id))
const fileNames = new Set(
  execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" })
    .split("\n")
    .map((file) => basename(file)),
)

/** Citations that lead nowhere: decisions that do not exist, documents that are not in the repository. */
const deadCitations = (text: string): ReadonlyArray<string> => [
  ...[...text.matchAll(/\[([A-Z]\d{1,2})\]/g)].flatMap(([citation, id]) => (decisionIds.has(id ?? "") ? [] : [citation])),
  ...[...text.matchAll(/\b[\w-]+\.md\b/g)].flatMap(([name]) => (fileNames.has(name) ? [] : [name])),
  ...[...text.matchAll(/\bspec\/\d|\bspecification §|\bcontract "[^"]*"|\bdesign\/\w+/g)].map(([citation]) => citation),
]

describe("citations", () => {
  test("lead to decisions and documents that exist", () => {
    expect(decisionIds.size).toBeGreaterThan(50)
    const dead = tracked.flatMap((file) =>
      [...comments(file), ...titles(file)].flatMap(([line, text]) => deadCitations(text).map((citation) => `${file}:${line} ${citation}`)),
    )
    expect(dead).toEqual([])
  })

  test.each([
    ["[Z99] a decision that does not exist", "[Z99]"],
    ["see reliability-of-peers.md", "reliability-of-peers.md"],
    ["(spec/2-editor §5)", "spec/2"],
    ['(contract "Files")', 'contract "Files"'],
  ])("that lead nowhere are found in %j", (text, citation) => {
    expect(deadCitations(text)).toEqual([citation])
  })
})

/** Phrases that are no current English, and words that the glossary replaces. */
const ruledOut: ReadonlyArray<RegExp> = [
  /\banew\b/i,
  /\bmend(?:s|ed|ing)?\b/i,
  /\bwhoever\b/i,
  /\bsomebody\b/i,
  /\bof its own accord\b/i,
  /\bas it stands\b/i,
  /\bwhat (?:is|was) (?:told|said|asked|kept)\b/i,
  /(?<!\bthere )\b(?:is|are) no (?:answer|text|file|number|script|name)\b/i,
  /\bdeeds?\b/i,
  /\bcatalogues?\b/i,
  /\bcolour/i,
]

/** Names of properties that were replaced. Those of stored columns and sent fields are in quotes or in migrations. */
const ruledOutNames = /(?:\breadonly |\.)(?:deeds?|thing|takes|gives|lacking)\b/

/** Phrases that no English text for people uses. */
const ruledOutTexts: ReadonlyArray<RegExp> = [
  /\banew\b/i,
  /\bmend(?:s|ed|ing)?\b/i,
  /\bwhoever\b/i,
  /\bsomebody\b/i,
  /\bas it stands\b/i,
  /\bstands? (?:here|below)\b/i,
  /\bfill in\b/i,
  /\bat once\b/i,
  /\bare told\b/i,
  /\bis told\b/i,
  /\bkinds? of\b/i,
  /\bcolours?\b/i,
  /\banonymis/i,
  /(?<!\bthere )\bis no (?!longer)/i,
  /(?:\d|\}|characters|digits|choices|decimals) at (?:least|most)\b/,
]

/** British spellings. The keys of the catalogs are names, so they are American as well. */
const ruledOutKeys = /colour|anonymis|cancelled|behaviour|catalogue/

/** A text without its code in backticks: names of stored and sent things may be older than the glossary. */
const withoutCode = (text: string): string => text.replaceAll(/`[^`\n]*`/g, "")

describe("words", () => {
  test("that the glossary rules out are in no comment and no test title", () => {
    const found = tracked.flatMap((file) =>
      [...(file.endsWith(".md") ? [] : comments(file)), ...titles(file)].flatMap(([line, text]) =>
        ruledOut.flatMap((word) => word.exec(withoutCode(text))?.slice(0, 1) ?? []).map((word) => `${file}:${line} ${word}`),
      ),
    )
    expect(found).toEqual([])
  })

  test("that the glossary replaces name no property", () => {
    const found = tracked
      .filter((file) => /\.tsx?$/.test(file) && !file.includes("/migrations/"))
      .flatMap((file) =>
        read(file)
          .split("\n")
          .flatMap((line, i) => (ruledOutNames.test(line) ? [`${file}:${i + 1} ${line.trim()}`] : [])),
      )
    expect(found).toEqual([])
  })

  test("that are no current English are in no English text and no key", () => {
    const files = tracked.filter((file) => file.startsWith("domain/catalog/en/"))
    expect(files.length).toBeGreaterThan(10)
    const found = files.flatMap((file) =>
      [...read(file).matchAll(/^ {2}"([^"]+)":\s+"((?:[^"\\]|\\.)*)"/gm)].flatMap(([, key = "", text = ""]) => [
        ...ruledOutTexts.flatMap((phrase) => phrase.exec(text)?.slice(0, 1) ?? []).map((phrase) => `${file} ${key}: ${phrase}`),
        ...(ruledOutKeys.test(key) ? [`${file} ${key}`] : []),
      ]),
    )
    expect(found).toEqual([])
  })
})
