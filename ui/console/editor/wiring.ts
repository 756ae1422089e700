// Where the editor's machines meet adapters. Loaded with the editor.
import { fromCallback, waitFor } from "xstate"
import { communityBySlug } from "../../../adapters/api/communities.ts"
import { scriptsApi } from "../../../adapters/api/scripts.ts"
import { uploadsApi } from "../../../adapters/api/uploads.ts"
import { asBlob, uploadAsDataUri } from "../../../adapters/browser/assets.ts"
import { localDay } from "../../../adapters/browser/days.ts"
import { digest } from "../../../adapters/browser/digest.ts"
import { drafts } from "../../../adapters/browser/drafts.ts"
import { saveFile } from "../../../adapters/browser/files.ts"
import { askBeforeUnload, watchPage, whenIdle } from "../../../adapters/browser/page.ts"
import { newUuid } from "../../../adapters/browser/uuid.ts"
import { batches, embeddedIn, isAssetProblem, withInlined } from "../../../domain/assets/carry.ts"
import { scriptAssets } from "../../../domain/assets/script-assets.ts"
import { Forbidden, Unreachable, Unreadable } from "../../../domain/failure.ts"
import type { Finding } from "../../../domain/finding.ts"
import type { Authored } from "../../../domain/script/script.ts"
import { editorMachine } from "../../../machines/editor/editor.ts"
import { openingMachine } from "../../../machines/editor/opening.ts"
import type { EditorEvent, Exported, Opened, PickedFile, PickedImage, Saving } from "../../../machines/editor/setup.ts"
import type { SessionActor } from "../../../machines/session.ts"
import type { Outside } from "../wired.tsx"
import type { EditorMachines } from "./Editor.tsx"

export const wireEditor = ({ api, fill, holdWork, session }: Outside & { readonly session: SessionActor }): EditorMachines => {
  const scripts = scriptsApi(api)
  const keepUploads = uploader(api)
  const device = drafts("conversation-admin")
  const editor = editorMachine.provide({
    actors: {
      saveScript: fill((it: Saving, signal) => scripts.save(it, signal)),
      signIn: fill(({ user }: { readonly user: string }, signal) => signedInAgain(session, user, signal)),
      keepDraft: fill(device.keep),
      forgetDraft: fill(device.forget),
      check: fill(check),
      openFile: fill(({ file, community }: { readonly file: PickedFile | null; readonly community: string }, signal) =>
        openFile(file, (files) => keepUploads(community, files, signal)),
      ),
      exportFile: fill(exportFile),
      uploadImage: fill(async ({ file, community }: { readonly file: PickedImage | null; readonly community: string }, signal) => {
        if (file === null) throw new Unreadable({ message: "no file" })
        const kept = await keepUploads(community, { image: new Blob([await contentOf(file)], { type: file.type }) }, signal)
        return kept["image"] ?? ""
      }),
      page: fromCallback<EditorEvent>(({ sendBack }) => watchPage(sendBack)),
      warnBeforeUnload: fromCallback<EditorEvent>(askBeforeUnload),
      holdWork,
    },
  })
  const opening = openingMachine.provide({
    actors: { readScript: fill(scripts.read), recallDraft: fill(device.recall), forgetDraft: fill(device.forget), editor },
  })
  return { opening, fresh: newUuid, now: () => new Date().toISOString() }
}

const signedInAgain = async (session: SessionActor, user: string, signal: AbortSignal): Promise<void> => {
  const { context } = await waitFor(session, (state) => state.matches("signedIn"), { signal })
  if (context.user?.uuid !== user) throw new Forbidden()
}

/** The rules are fetched with the first script that has something to check: one without instructions breaks none. */
const check = async (script: Authored): Promise<ReadonlyArray<Finding>> => {
  if (script.instructions.length === 0) return []
  const [{ checkScript }] = await Promise.all([fetched(() => import("../../../domain/script/check.ts")), whenIdle()])
  return checkScript(script)
}

type KeepUploads = (files: Readonly<Record<string, Blob>>) => Promise<Readonly<Record<string, string>>>

/** Keeps files in a community that is known by its slug. */
const uploader = (api: Outside["api"]) => {
  const { add } = uploadsApi(api)
  const find = communityBySlug(api)
  return async (slug: string, files: Readonly<Record<string, Blob>>, signal: AbortSignal): Promise<Readonly<Record<string, string>>> =>
    add({ community: await find(slug, signal), files }, signal)
}

const openFile = async (file: PickedFile | null, keep: KeepUploads): Promise<Opened> => {
  if (digest === null) return { _tag: "Insecure" }
  if (file === null) throw new Unreadable({ message: "no file" })
  const { openScriptFile } = await scriptFile()
  const opened = await openScriptFile(await textOf(file), digest)
  if (!opened.ok) return { _tag: "Refused", findings: opened.findings }
  const embedded = embeddedIn(opened.authored, scriptAssets)
  if (isAssetProblem(embedded)) return embedded
  const kept = new Map<string, string>()
  for (const batch of batches(embedded)) {
    const named = batch.map(({ uri, asset }, place) => ({ uri, asset, key: `image-${place}.${asset.ending}` }))
    const addresses = await keep(Object.fromEntries(named.map(({ key, asset }) => [key, asBlob(asset)])))
    for (const { uri, key } of named) kept.set(uri, addresses[key] ?? uri)
  }
  return { _tag: "Opened", script: scriptAssets.readdressed(opened.authored, kept) }
}

/** A part of the program that is fetched when it is needed. */
const fetched = async <Part>(part: () => Promise<Part>): Promise<Part> => {
  try {
    return await part()
  } catch (error) {
    throw new Unreachable({ message: String(error) })
  }
}
const scriptFile = () => fetched(() => import("../../../domain/script/script-file.ts"))

/** A file that went away or may not be read since it was picked. */
const orUnreadable = async <Content>(read: () => Promise<Content>): Promise<Content> => {
  try {
    return await read()
  } catch (error) {
    throw new Unreadable({ message: String(error) })
  }
}
const textOf = (file: PickedFile): Promise<string> => orUnreadable(file.text)
const contentOf = (file: PickedImage): Promise<ArrayBuffer> => orUnreadable(file.content)

const exportFile = async ({ script, community }: { readonly script: Authored; readonly community: string }): Promise<Exported> => {
  if (digest === null) return "insecure"
  const { scriptFileName, sealScriptFile } = await scriptFile()
  const whole = await withInlined(script, scriptAssets, uploadAsDataUri)
  if (isAssetProblem(whole)) return whole
  const text = await sealScriptFile(whole, digest)
  if (text === undefined) return "no-canonical-form"
  saveFile(scriptFileName(localDay(new Date()), script.name, community), text, "application/json")
  return "done"
}
