// The editor page: loads the script, offers unsaved edits stored on this device, then shows the workspace.

import { Button, Skeleton, Title, VisuallyHidden } from "@mantine/core"
import { Navigate, useBlocker, useLocation, useNavigate } from "@tanstack/react-router"
import { useActorRef, useSelector } from "@xstate/react"
import { lazy, Suspense } from "react"
import { waitFor } from "xstate"
import type { ScriptId } from "../../../domain/script/script.ts"
import type { EditorFlags } from "../../../machines/editor/editor-model.ts"
import { wouldLoseWork } from "../../../machines/editor/unsaved-work.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { useTranslate } from "../../kit/i18n.tsx"
import { type EditorMachines, useConsoleServices } from "../console-services.tsx"
import classes from "./EditorPage.module.css"
import { EditorWorkspace } from "./EditorWorkspace.tsx"
import { EditorProvider, PaneMachinesProvider } from "./editor-context.tsx"

/** Loaded on demand, since few scripts have a local draft; the server was reachable a moment ago. */
const LocalDraftOffer = lazy(async () => ({ default: (await import("./LocalDraftOffer.tsx")).LocalDraftOffer }))
type Props = { readonly machines: EditorMachines; readonly community: string; readonly uuid: ScriptId }

export const EditorPage = ({ machines: { opening: machine, newUuid, now, outlineWidth, panes }, community, uuid }: Props) => {
  const t = useTranslate()
  const { session } = useConsoleServices()
  const navigate = useNavigate()
  const user = useSelector(session, ({ context }) => context.user?.uuid ?? "")
  const flags = useFlags()
  const opening = useActorRef(machine, { input: { community, uuid, user, flags, newUuid, now } })
  const state = useSelector(opening, ({ value }) => value)
  const failure = useSelector(opening, ({ context }) => context.failure)
  const unreadable = useSelector(opening, ({ context }) => context.unreadable !== null)
  const editor = useSelector(opening, ({ children }) => children.editor)
  const overviewLink = { to: "/chats/$communitySlug", params: { communitySlug: community } } as const

  useBlocker({
    enableBeforeUnload: false,
    shouldBlockFn: async () => {
      const editorActor = opening.getSnapshot().children.editor
      if (editorActor === undefined || !wouldLoseWork(editorActor.getSnapshot().context)) return false
      editorActor.send({ type: "editor.leave" })
      const { status } = await waitFor(editorActor, (snapshot) => !snapshot.hasTag("confirming-leave"))
      return status === "active"
    },
  })

  if (state === "saved") return <Navigate to="/chats/$communitySlug/$scriptUuid" params={{ communitySlug: community, scriptUuid: uuid }} />
  if (state === "failed")
    return (
      <main id="content" tabIndex={-1} className={classes["alone"]}>
        <Title order={1} size="h2">
          {t("editor.failed.open")}
        </Title>
        <FailureNotice failure={failure} />
        <div className={classes["ways"]}>
          <Button onClick={() => opening.send({ type: "reading.retry" })}>{t("retry")}</Button>
          <Button variant="default" onClick={() => void navigate(overviewLink)}>
            {t("editor.back")}
          </Button>
        </div>
      </main>
    )
  if (state === "offering" || state === "discarding")
    return (
      <Suspense fallback={<Loading />}>
        <LocalDraftOffer opening={opening} />
      </Suspense>
    )
  if (editor === undefined) return state === "abandoned" ? null : <Loading />
  return (
    <EditorProvider value={editor}>
      <PaneMachinesProvider value={panes}>
        <EditorWorkspace unreadable={unreadable} outlineWidth={outlineWidth} onClose={() => void navigate(overviewLink)} />
      </PaneMachinesProvider>
    </EditorProvider>
  )
}

/** Reads the flags in the address; `instruction` is the position that a finding on another screen links to. */
const useFlags = (): EditorFlags => {
  const query = useLocation({ select: ({ searchStr }) => searchStr })
  const params = new URLSearchParams(query)
  const instruction = Number(params.get("instruction"))
  return {
    allowChanges: params.has("allowChanges"),
    dev: params.get("dev") === "true",
    ...(Number.isInteger(instruction) && instruction > 0 && { instruction }),
  }
}

const Loading = () => {
  const t = useTranslate()
  return (
    <main id="content" tabIndex={-1} className={classes["loading"]}>
      <VisuallyHidden component="output">{t("shell.loading")}</VisuallyHidden>
      <Skeleton height={36} width="40%" />
      <div className={classes["skeleton"]}>
        <div>
          {[1, 2, 3, 4, 5, 6].map((row) => (
            <Skeleton key={row} height={56} mb={8} />
          ))}
        </div>
        <div>
          <Skeleton height={36} mb={16} />
          <Skeleton height={36} mb={16} />
          <Skeleton height={190} />
        </div>
      </div>
    </main>
  )
}
