// Connects the editor's machines to the adapters. Loaded with the editor.
import { fromCallback } from "xstate"
import { createCommunitiesApi } from "../../../adapters/api/communities-api.ts"
import { createDataPointsApi } from "../../../adapters/api/connections-api.ts"
import { createScriptsApi } from "../../../adapters/api/scripts-api.ts"
import { createStyleApi } from "../../../adapters/api/style-api.ts"
import { getLocalDay } from "../../../adapters/browser/browser-clock.ts"
import { confirmBeforeUnload, watchPage, whenIdle } from "../../../adapters/browser/browser-page.ts"
import { registerTab } from "../../../adapters/browser/draft-database.ts"
import { fetchAsDataUri, sha256 } from "../../../adapters/browser/file-contents.ts"
import { downloadText } from "../../../adapters/browser/file-download.ts"
import { createScriptDraftStore } from "../../../adapters/browser/local-drafts.ts"
import { connectScriptAnalyses } from "../../../adapters/browser/script-analysis.ts"
import { loadOutlineWidth, storeOutlineWidth } from "../../../adapters/browser/stored-preferences.ts"
import { newUuid } from "../../../adapters/browser/uuid.ts"
import { Unreadable } from "../../../domain/failures/failure.ts"
import { extractEmbeddedAssets, inlineAssets, isAssetProblem, scriptAssets } from "../../../domain/files/asset-transfer.ts"
import type { AuthoredScript } from "../../../domain/script/script.ts"
import { encodeStyle } from "../../../domain/style/community-style.ts"
import { editorMachine } from "../../../machines/editor/editor-machine.ts"
import type { EditorEvent, OpenedScriptFile, SaveRequest, ScriptExportResult } from "../../../machines/editor/editor-model.ts"
import { flowDiagramMachine } from "../../../machines/editor/flow-diagram-machine.ts"
import type { CommunityLook } from "../../../machines/editor/rehearsal-conversation.ts"
import { rehearsalMachine } from "../../../machines/editor/rehearsal-machine.ts"
import { scriptOpeningMachine } from "../../../machines/editor/script-opening-machine.ts"
import type { PickedFile, PickedImage } from "../../../machines/ports.ts"
import type { SessionActor } from "../../../machines/session/session-machine.ts"
import type { EditorMachines, WiringContext } from "../console-services.tsx"
import { wirePreviewFrame } from "../preview/preview-frame-wiring.ts"
import { waitForSignIn } from "../resubmission-wiring.ts"
import { createCommunityUploader, loadModule, readPickedFile, type StoreUploads, storeEmbeddedFiles } from "../upload-wiring.ts"
import { parseOutlineWidth } from "./outline-width.ts"

/** One store per page: a page counts as one tab, no matter how often an editor is opened in it. */
const draftStore = createScriptDraftStore("conversation-admin-drafts", registerTab())

/** How long the notice that the maximum follows the number of choices is shown, in milliseconds. */
const countNoticeMs = 5000

export const wireEditor = ({ api, fill, holdWork, session, flash }: WiringContext & { readonly session: SessionActor }): EditorMachines => {
  const scripts = createScriptsApi(api)
  const communities = createCommunitiesApi(api)
  const styleApi = createStyleApi(api)
  const storeUploads = createCommunityUploader(api)
  const analyses = connectScriptAnalyses(() => new Worker(new URL("./script-analysis-worker.ts", import.meta.url), { type: "module" }))
  const editor = editorMachine.provide({
    actors: {
      saveScript: fill((request: SaveRequest, signal) => scripts.save(request, signal)),
      signIn: fill(({ user }: { readonly user: string }, signal) => waitForSignIn(session, user, signal)),
      keepDraft: fill(draftStore.keep),
      forgetDraft: fill(draftStore.discard),
      check: fill(async (script: AuthoredScript, signal) => {
        // The editor appears first.
        await whenIdle()
        return analyses.check(script, signal)
      }),
      openFile: fill(({ file, community }: { readonly file: PickedFile | null; readonly community: string }, signal) =>
        openFile(file, (files) => storeUploads(community, files, signal)),
      ),
      exportFile: fill(exportFile),
      uploadImage: fill(async ({ file, community }: { readonly file: PickedImage | null; readonly community: string }, signal) => {
        if (file === null) throw new Unreadable({ message: "no file" })
        const addresses = await storeUploads(
          community,
          { image: new Blob([await readPickedFile(file.content)], { type: file.type }) },
          signal,
        )
        return addresses["image"] ?? ""
      }),
      readSideMenu: fill(styleApi.sideMenu),
      readDataPoints: fill(createDataPointsApi(api).show),
      page: fromCallback<EditorEvent>(({ sendBack }) => watchPage(sendBack)),
      warnBeforeUnload: fromCallback<EditorEvent>(confirmBeforeUnload),
      holdWork,
    },
    actions: { showCountWarning: (_, warning) => warning !== null && flash("quiet", warning, countNoticeMs) },
  })
  const opening = scriptOpeningMachine.provide({
    actors: { readScript: fill(scripts.read), recallDraft: fill(draftStore.recall), forgetDraft: fill(draftStore.discard), editor },
  })
  const testRun = rehearsalMachine.provide({
    actors: {
      frame: wirePreviewFrame(),
      prove: fill(analyses.prove),
      loadLook: fill(async ({ slug }: { readonly slug: string }, signal): Promise<CommunityLook> => {
        const [{ name }, style, sideMenu] = await Promise.all([
          communities.find({ slug }, signal),
          styleApi.read({ slug }, signal),
          styleApi.sideMenu({ slug }, signal),
        ])
        return { name, style: encodeStyle(style), sideMenu }
      }),
    },
  })
  const flowDiagram = flowDiagramMachine.provide({ actors: { buildFlow: fill(analyses.buildFlow) } })
  const outlineWidth = { recall: () => parseOutlineWidth(loadOutlineWidth()), keep: storeOutlineWidth }
  return { opening, newUuid, now: () => new Date().toISOString(), outlineWidth, panes: { testRun, flowDiagram } }
}

const openFile = async (file: PickedFile | null, storeUploads: StoreUploads): Promise<OpenedScriptFile> => {
  if (sha256 === null) return { _tag: "Insecure" }
  if (file === null) throw new Unreadable({ message: "no file" })
  const { openScriptFile } = await loadScriptFileModule()
  const opened = await openScriptFile(await readPickedFile(file.text), sha256)
  if (!opened.ok) return { _tag: "Invalid", findings: opened.findings }
  // An image that the file only links to belongs to another chat or is missing: it is copied into this script, or reported.
  const inlined = await inlineAssets(opened.authored, scriptAssets, fetchAsDataUri)
  if (isAssetProblem(inlined)) return inlined
  const embedded = extractEmbeddedAssets(inlined, scriptAssets)
  if (isAssetProblem(embedded)) return embedded
  const addresses = await storeEmbeddedFiles(embedded, storeUploads)
  return { _tag: "Opened", script: scriptAssets.replaceAddresses(inlined, addresses) }
}

const loadScriptFileModule = () => loadModule(() => import("../../../domain/files/script-file.ts"))

const exportFile = async ({
  script,
  community,
}: {
  readonly script: AuthoredScript
  readonly community: string
}): Promise<ScriptExportResult> => {
  if (sha256 === null) return "insecure"
  const { scriptFileName, sealScriptFile } = await loadScriptFileModule()
  const inlined = await inlineAssets(script, scriptAssets, fetchAsDataUri)
  if (isAssetProblem(inlined)) return inlined
  const text = await sealScriptFile(inlined, sha256, window.location.origin)
  if (text === undefined) return "no-canonical-form"
  downloadText(scriptFileName(getLocalDay(new Date()), script.name, community), text, "application/json")
  return "done"
}
