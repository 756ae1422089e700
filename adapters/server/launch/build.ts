// Builds what is stale: the pages (ui/) and the server into .build/, and the two packages, the command line tool and the domain, into
// their own folders (dist/). Used by npm start, npm test and npm ci. A target is stale when the bytes of its sources are not those it was
// made of.
import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { join, relative, resolve } from "node:path"
import type { InlineConfig, Plugin } from "vite"
import { compressAssets } from "./compressed-assets.ts"

const root = resolve(import.meta.dirname, "../../..")
const built = join(root, ".build")

/** Node starts CommonJS quicker than modules, which counts for a tool. */
type Form = "es" | "cjs"

/**
 * A part of what is built that is to be one file, with all that it imports; of two that would take the same, the one with the higher priority
 * does, or the first. `minShareCount`: it takes only what so many files that are asked for by themselves import.
 */
type ChunkGroup = { readonly name: string; readonly test: RegExp; readonly priority?: number; readonly minShareCount?: number }

/** `sources` are files and folders from the root. The domain is compiled file by file, the other targets are bundled. */
type Target = { readonly sources: ReadonlyArray<string>; readonly config: InlineConfig | "compiled" }

/** `outDir` counts from the root; `target` is the oldest engine that runs the bundle. */
const bundle = (
  outDir: string,
  target: string,
  input: Readonly<Record<string, string>>,
  bundled: ReadonlyArray<string> | true,
  format: Form = "es",
  pieces: ReadonlyArray<ChunkGroup> = [],
): InlineConfig => ({
  configFile: false,
  root,
  ssr: { noExternal: bundled === true ? true : [...bundled] },
  build: {
    ssr: true,
    outDir: join(root, outDir),
    emptyOutDir: true,
    target,
    minify: false,
    rolldownOptions: {
      input: { ...input },
      output: { format, ...namesOf[format], ...(pieces.length > 0 && { codeSplitting: { groups: [...pieces] } }) },
    },
  },
})

const namesOf = {
  es: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
  cjs: { entryFileNames: "[name].cjs", chunkFileNames: "[name]-[hash].cjs" },
} as const satisfies Record<Form, object>

/** A page is built alone: what pages share would else be cut into pieces that hold what any of them needs. */
const page = (name: string, config: InlineConfig = {}, pieces: ReadonlyArray<ChunkGroup> = []): InlineConfig => ({
  ...config,
  configFile: join(root, "vite.config.ts"),
  build: {
    outDir: join(built, name),
    rolldownOptions: {
      input: { [name]: join(root, `ui/${name}/index.html`) },
      ...(pieces.length > 0 && { output: { codeSplitting: { groups: [...pieces] } } }),
    },
  },
})

/**
 * The sign-in page is one piece with all that it imports: forty small ones compress far worse. The icons of all other screens are one, too: of
 * the pieces that a screen asked for a third had half a kilobyte. What every screen behind the door needs is two, its wiring and its frame, the
 * latter with the first screen after a sign-in and parts of a few lines: to ask for each of fifty files took the page a millisecond or two.
 * For the same reason the editor is one with the panel of an instruction, the panels of kinds are one, and what three parts of the console or
 * more have in common is one, which all but that first screen ask for: before that the editor was sixty files.
 */
const consolePieces: ReadonlyArray<ChunkGroup> = [
  { name: "door", test: /ui\/console\/main\.tsx$/, priority: 1 },
  { name: "icons", test: /node_modules\/@tabler\// },
  // One part of the words, which the domain takes for itself, too, came with all that is shared.
  { name: "wiring", test: /ui\/console\/console-wiring\.ts$|domain\/catalog\/en\/outbound-failures\.ts$/ },
  {
    name: "inside",
    test: /ui\/console\/(?:ConsoleApp|shell\/SignedInLayout|home\/HomePage)\.tsx$|ui\/kit\/(?:FileDropArea|FileInput|virtual-list)\.tsx$|domain\/text\/name-search\.ts$/,
  },
  { name: "shared", test: /(?:domain|machines|adapters|ui)\//, minShareCount: 3 },
  {
    name: "editor",
    test: /ui\/console\/editor\/(?:(?:EditorPage|instruction\/InstructionPanel|message\/MessageField)\.tsx|editor-wiring\.ts)$|domain\/check\/script-rules\.ts$/,
  },
  { name: "panels", test: /ui\/console\/editor\/panels\/\w+Panels?\.tsx$/ },
]

/** Names in the page what its first script asks for at once, and what that imports: it is on its way before the first script is read. */
const modulePreloadPlugin = (slot: string): Plugin => ({
  name: "asking-ahead",
  transformIndexHtml: (_, { chunk, bundle = {} }) => {
    const pieces = (files: ReadonlyArray<string>) => files.map((file) => bundle[file]).filter((it) => it?.type === "chunk")
    const first = chunk?.imports ?? []
    const asked = pieces(first).flatMap((it) => it.dynamicImports)
    const files = new Set([...asked, ...pieces(asked).flatMap((it) => it.imports)].filter((file) => !first.includes(file)))
    return [...files].map((file) => ({
      tag: "link",
      attrs: { rel: "modulepreload", crossorigin: true, href: `${slot}/${file}` },
      injectTo: "head" as const,
    }))
  },
})

/** A page that is served under a base that is known only where it runs (`CHAT_URL`, `STATS_URL`): the server writes it in place of a slot. */
const withBasePlaceholder = (slot: string): InlineConfig => ({
  experimental: { renderBuiltUrl: (file, { hostType }) => (hostType === "html" ? `${slot}/${file}` : { relative: true }) },
  plugins: [modulePreloadPlugin(slot)],
})

/**
 * The tool's pieces: what any start needs, and what a check needs, each with all that it imports. To find and open a dozen of smaller ones
 * takes longer than to read what is not needed of a larger one.
 */
const toolPieces = [
  { name: "start", test: /adapters\/cli\/terminal-output\.ts$/ },
  { name: "check", test: /adapters\/cli\/check-command\.ts$/ },
]

/** The first script of a public page needs no other, so that it can tell when one of those does not come. */
const bootstrapChunk = (name: "chat" | "stats"): ReadonlyArray<ChunkGroup> => [
  { name: `${name}-first`, test: new RegExp(`ui/${name}/${name}-loader\\.ts$|vite/preload-helper`) },
]

/** The chat page with all that it imports: chunks shared with the previews would compress worse, and staff alone load those. */
const conversationChunk: ChunkGroup = { name: "conversation", test: /ui\/chat\/(?:ChatPage\.tsx|conversation-wiring\.ts)$/ }

const pageSources = ["domain", "machines", "ui/kit", "adapters/contract", "adapters/browser", "vite.config.ts", "package-lock.json"]

const targets = {
  console: { sources: [...pageSources, "ui/console", "adapters/api"], config: page("console", {}, consolePieces) },
  chat: {
    sources: [...pageSources, "ui/chat", "adapters/public-pages"],
    config: page("chat", withBasePlaceholder("CHAT_BASE"), [...bootstrapChunk("chat"), conversationChunk]),
  },
  stats: { sources: [...pageSources, "ui/stats"], config: page("stats", withBasePlaceholder("STATS_BASE"), bootstrapChunk("stats")) },
  server: {
    sources: ["domain", "adapters/contract", "adapters/server", "package-lock.json"],
    config: bundle(
      ".build/server",
      "node24",
      {
        main: "adapters/server/main.ts",
        worker: "adapters/server/database/embedded/embedded-thread.ts",
        "request-thread": "adapters/server/request-thread.ts",
        backup: "adapters/server/backup/backup-main.ts",
      },
      ["effect", "kysely"],
    ),
  },
  tool: {
    sources: ["domain", "adapters/cli", "package-lock.json"],
    config: bundle(
      "adapters/cli/dist",
      "node20.19",
      { main: "adapters/cli/main.ts", thread: "adapters/cli/check-thread.ts" },
      true,
      "cjs",
      toolPieces,
    ),
  },
  domain: { sources: ["domain", "tsconfig.json", "package-lock.json"], config: "compiled" },
} as const satisfies Record<string, Target>
export type TargetName = keyof typeof targets
export const targetNames = Object.keys(targets).filter((name): name is TargetName => name in targets)

const isPage = (name: TargetName): boolean => name === "console" || name === "chat" || name === "stats"

const isSource = (name: string) => !/(^|\/)(node_modules|dist|LICENSE|\w+\.md|tsconfig\.json)(\/|$)/.test(name)

const fingerprint = (sources: ReadonlyArray<string>): string => {
  const hash = createHash("sha256")
  // How it is built is a part of what it is made of.
  for (const source of [...sources, "adapters/server/launch/build.ts", "adapters/server/launch/compressed-assets.ts"])
    for (const file of filesBelow(source))
      hash
        .update(`${file}\0`)
        .update(readFileSync(join(root, file)))
        .update("\0")
  return hash.digest("hex")
}

const filesBelow = (source: string): ReadonlyArray<string> =>
  /\.\w+$/.test(source)
    ? [source]
    : readdirSync(join(root, source), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
        .filter(isSource)
        .sort()

const stamp = (name: TargetName) => join(built, `${name}.stamp`)

const domainOutput = join(root, "domain/dist")

const isFresh = (name: TargetName, print: string): boolean => {
  const { config }: Target = targets[name]
  const output = config === "compiled" ? domainOutput : config.build?.outDir
  try {
    return readFileSync(stamp(name), "utf8") === print && (output === undefined || existsSync(output))
  } catch {
    return false
  }
}

/** Builds those of the targets whose sources have changed since they were built; gives the names of those it built. */
export const buildStaleTargets = async (names: ReadonlyArray<TargetName> = targetNames): Promise<ReadonlyArray<TargetName>> => {
  mkdirSync(built, { recursive: true })
  const done: Array<TargetName> = []
  for (const name of names) {
    const { sources, config }: Target = targets[name]
    const begun = new Date()
    const print = fingerprint(sources)
    if (isFresh(name, print)) {
      utimesSync(stamp(name), begun, begun) // sources that were written since say the same
      continue
    }
    rmSync(stamp(name), { force: true })
    if (config === "compiled") compileDomain()
    else {
      const made = await build(config)
      if (isPage(name)) compressAssets(join(built, name, "assets"))
      if (name === "tool") writeFileSync(join(built, "tool-sources.txt"), sourcesIn(made).join("\n"))
    }
    writeFileSync(stamp(name), print)
    utimesSync(stamp(name), begun, begun)
    done.push(name)
  }
  return done
}

/** Compiles the domain to modules, declarations and source maps. `npm test` checks its types. */
const compileDomain = (): void => {
  rmSync(domainOutput, { recursive: true, force: true })
  const flags = ["declaration", "declarationMap", "sourceMap", "inlineSources", "rewriteRelativeImportExtensions", "noCheck"]
  execFileSync(
    process.execPath,
    [
      join(root, "node_modules/typescript/bin/tsc"),
      "--project",
      join(root, "domain"),
      "--rootDir",
      join(root, "domain"),
      "--outDir",
      domainOutput,
      "--composite",
      "false",
      "--emitDeclarationOnly",
      "false",
      ...flags.flatMap((flag) => [`--${flag}`, "true"]),
    ],
    { stdio: "inherit" },
  )
}

/** The files of ours that a bundle was made of, from the root: the tool's launcher looks whether one of them is younger. */
const sourcesIn = (made: Awaited<ReturnType<typeof build>>): ReadonlyArray<string> => {
  const chunks = [made].flat().flatMap((it) => ("output" in it ? it.output : []))
  const files = chunks.flatMap((it) => (it.type === "chunk" ? it.moduleIds : []))
  return [...new Set(files.map((file) => relative(root, file)))].filter((file) => /^(?:domain|adapters)\b/.test(file)).sort()
}

/** What stands here outlives this process: it is built for production whatever NODE_ENV says now (under tests React would be doubled). */
const build = async (config: InlineConfig) => {
  const vite = await import("vite") // half a second that a start with nothing to build need not wait for
  const before = process.env["NODE_ENV"]
  process.env["NODE_ENV"] = "production"
  try {
    return await vite.build({ ...config, logLevel: "warn" })
  } finally {
    if (before === undefined) delete process.env["NODE_ENV"]
    else process.env["NODE_ENV"] = before
  }
}
