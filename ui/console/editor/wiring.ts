// Where the editor's machines meet adapters. Loaded with the editor.
import { fromCallback } from "xstate"
import { dataPointsApi } from "../../../adapters/api/data-points.ts"
import { scriptsApi } from "../../../adapters/api/scripts.ts"
import { uploadAsDataUri } from "../../../adapters/browser/assets.ts"
import { localDay } from "../../../adapters/browser/days.ts"
import { digest } from "../../../adapters/browser/digest.ts"
import { drafts } from "../../../adapters/browser/drafts.ts"
import { saveFile } from "../../../adapters/browser/files.ts"
import { livingTab } from "../../../adapters/browser/living-tab.ts"
import { keepOutlineWidth, recallOutlineWidth } from "../../../adapters/browser/outline-width.ts"
import { askBeforeUnload, watchPage, whenIdle } from "../../../adapters/browser/page.ts"
import { newUuid } from "../../../adapters/browser/uuid.ts"
import { embeddedIn, isAssetProblem, withInlined } from "../../../domain/assets/carry.ts"
import { scriptAssets } from "../../../domain/assets/script-assets.ts"
import { Unreadable } from "../../../domain/failure.ts"
import type { Finding } from "../../../domain/finding.ts"
import { readWidth } from "../../../domain/outline-width.ts"
import type { Authored } from "../../../domain/script/script.ts"
import { areTitlesSound } from "../../../domain/script/title.ts"
import { editorMachine } from "../../../machines/editor/editor.ts"
import type { EditorEvent } from "../../../machines/editor/events.ts"
import { openingMachine } from "../../../machines/editor/opening.ts"
import type { Exported, Opened, Saving } from "../../../machines/editor/setup.ts"
import type { PickedFile, PickedImage } from "../../../machines/picked-file.ts"
import type { SessionActor } from "../../../machines/session.ts"
import { fetched, type KeepUploads, keepEmbedded, orUnreadable, uploader } from "../files/wiring.ts"
import { signedInAgain } from "../session/wiring.ts"
import type { Outside } from "../wired.tsx"
import type { EditorMachines } from "./Editor.tsx"

/** One for the page, which is one tab to the others however often an editor is opened in it. */
const device = drafts("conversation-admin-drafts", livingTab())

/** Milliseconds for which it is told that a maximum follows the number of choices (spec/2-editor §8). */
const countTold = 5000

export const wireEditor = ({ api, fill, holdWork, session, flash }: Outside & { readonly session: SessionActor }): EditorMachines => {
  const scripts = scriptsApi(api)
  const keepUploads = uploader(api)
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
        const kept = await keepUploads(community, { image: new Blob([await orUnreadable(file.content)], { type: file.type }) }, signal)
        return kept["image"] ?? ""
      }),
      readDataPoints: fill(dataPointsApi(api).show),
      page: fromCallback<EditorEvent>(({ sendBack }) => watchPage(sendBack)),
      warnBeforeUnload: fromCallback<EditorEvent>(askBeforeUnload),
      holdWork,
    },
    actions: { tellCount: (_, warning) => warning !== null && flash("quiet", warning, countTold) },
  })
  const opening = openingMachine.provide({
    actors: { readScript: fill(scripts.read), recallDraft: fill(device.recall), forgetDraft: fill(device.forget), editor },
  })
  const outlineWidth = { recall: () => readWidth(recallOutlineWidth()), keep: keepOutlineWidth }
  return { opening, fresh: newUuid, now: () => new Date().toISOString(), outlineWidth }
}

/** The rules are fetched with the first script that has something to check: one without instructions, of sound titles, breaks none. */
const check = async (script: Authored): Promise<ReadonlyArray<Finding>> => {
  if (script.instructions.length === 0 && areTitlesSound(script)) return []
  const [{ scriptFindings }] = await Promise.all([fetched(() => import("../../../domain/script/check.ts")), whenIdle()])
  return scriptFindings(script)
}

const openFile = async (file: PickedFile | null, keep: KeepUploads): Promise<Opened> => {
  if (digest === null) return { _tag: "Insecure" }
  if (file === null) throw new Unreadable({ message: "no file" })
  const { openScriptFile } = await scriptFile()
  const opened = await openScriptFile(await orUnreadable(file.text), digest)
  if (!opened.ok) return { _tag: "Refused", findings: opened.findings }
  // A picture that the file only names is another chat's, or one that is not here: it becomes this script's own, or is told (spec/2-editor §8).
  const whole = await withInlined(opened.authored, scriptAssets, uploadAsDataUri)
  if (isAssetProblem(whole)) return whole
  const embedded = embeddedIn(whole, scriptAssets)
  if (isAssetProblem(embedded)) return embedded
  const kept = await keepEmbedded(embedded, keep)
  return { _tag: "Opened", script: scriptAssets.readdressed(whole, kept) }
}

const scriptFile = () => fetched(() => import("../../../domain/script/script-file.ts"))

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
