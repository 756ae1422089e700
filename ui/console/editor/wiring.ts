// Where the editor's machines meet adapters. Loaded with the editor.
import { fromCallback, waitFor } from "xstate"
import { scriptsApi } from "../../../adapters/api/scripts.ts"
import { localDay } from "../../../adapters/browser/days.ts"
import { digest } from "../../../adapters/browser/digest.ts"
import { drafts } from "../../../adapters/browser/drafts.ts"
import { saveFile } from "../../../adapters/browser/files.ts"
import { askBeforeUnload, watchPage, whenIdle } from "../../../adapters/browser/page.ts"
import { newUuid } from "../../../adapters/browser/uuid.ts"
import { Forbidden, Unreachable, Unreadable } from "../../../domain/failure.ts"
import type { Finding } from "../../../domain/finding.ts"
import type { Authored } from "../../../domain/script/script.ts"
import { editorMachine } from "../../../machines/editor/editor.ts"
import { openingMachine } from "../../../machines/editor/opening.ts"
import type { EditorEvent, Exported, Opened, PickedFile, Saving } from "../../../machines/editor/setup.ts"
import type { SessionActor } from "../../../machines/session.ts"
import type { Outside } from "../wired.tsx"
import type { EditorMachines } from "./Editor.tsx"

export const wireEditor = ({ api, fill, holdWork, session }: Outside & { readonly session: SessionActor }): EditorMachines => {
  const scripts = scriptsApi(api)
  const device = drafts("conversation-admin")
  const editor = editorMachine.provide({
    actors: {
      saveScript: fill((it: Saving, signal) => scripts.save(it, signal)),
      signIn: fill(({ user }: { readonly user: string }, signal) => signedInAgain(session, user, signal)),
      keepDraft: fill(device.keep),
      forgetDraft: fill(device.forget),
      check: fill(check),
      openFile: fill(openFile),
      exportFile: fill(exportFile),
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

const openFile = async ({ file }: { readonly file: PickedFile | null }): Promise<Opened> => {
  if (digest === null) return { _tag: "Insecure" }
  if (file === null) throw new Unreadable({ message: "no file" })
  const { openScriptFile } = await scriptFile()
  const opened = await openScriptFile(await textOf(file), digest)
  return opened.ok ? { _tag: "Opened", script: opened.authored } : { _tag: "Refused", findings: opened.findings }
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
const textOf = async (file: PickedFile): Promise<string> => {
  try {
    return await file.text()
  } catch (error) {
    throw new Unreadable({ message: String(error) })
  }
}

const exportFile = async ({ script, community }: { readonly script: Authored; readonly community: string }): Promise<Exported> => {
  if (digest === null) return "insecure"
  const { scriptFileName, sealScriptFile } = await scriptFile()
  const text = await sealScriptFile(script, digest)
  if (text === undefined) return "no-canonical-form"
  saveFile(scriptFileName(localDay(new Date()), script.name, community), text, "application/json")
  return "done"
}
