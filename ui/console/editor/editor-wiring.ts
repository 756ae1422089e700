// Where the editor's machines meet adapters. Loaded with the editor.
import { fromCallback } from "xstate"
import { dataPointsApi } from "../../../adapters/api/connections-api.ts"
import { scriptsApi } from "../../../adapters/api/scripts-api.ts"
import { localDay } from "../../../adapters/browser/browser-clock.ts"
import { askBeforeUnload, watchPage, whenIdle } from "../../../adapters/browser/browser-page.ts"
import { livingTab } from "../../../adapters/browser/draft-database.ts"
import { digest, uploadAsDataUri } from "../../../adapters/browser/file-contents.ts"
import { saveFile } from "../../../adapters/browser/file-download.ts"
import { drafts } from "../../../adapters/browser/local-drafts.ts"
import { keepOutlineWidth, recallOutlineWidth } from "../../../adapters/browser/stored-preferences.ts"
import { newUuid } from "../../../adapters/browser/uuid.ts"
import { embeddedIn, isAssetProblem, scriptAssets, withInlined } from "../../../domain/assets/asset-transfer.ts"
import type { Finding } from "../../../domain/check/finding.ts"
import { Unreadable } from "../../../domain/failure.ts"
import type { Authored } from "../../../domain/script/script.ts"
import { areTitlesSound } from "../../../domain/script/title.ts"
import { editorMachine } from "../../../machines/editor/editor-machine.ts"
import type { EditorEvent } from "../../../machines/editor/editor-model.ts"
import type { Exported, Opened, Saving } from "../../../machines/editor/editor-setup.ts"
import { openingMachine } from "../../../machines/editor/script-opening-machine.ts"
import type { PickedFile, PickedImage } from "../../../machines/ports.ts"
import type { SessionActor } from "../../../machines/session/session-machine.ts"
import type { Outside } from "../console-services.tsx"
import { signedInAgain } from "../session-wiring.ts"
import { fetched, type KeepUploads, keepEmbedded, orUnreadable, uploader } from "../upload-wiring.ts"
import type { EditorMachines } from "./EditorPage.tsx"
import { readWidth } from "./outline-width.ts"

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
  const [{ scriptFindings }] = await Promise.all([fetched(() => import("../../../domain/check/script-rules.ts")), whenIdle()])
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

const scriptFile = () => fetched(() => import("../../../domain/files/script-file.ts"))

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
