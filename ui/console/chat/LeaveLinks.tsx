// Asks before links go that no file has: the browser cannot, where the page stays and only its content changes.
import { useBlocker } from "@tanstack/react-router"
import { useSelector } from "@xstate/react"
import type { LinksActor } from "../../../machines/chat/links.ts"
import { Consent } from "../../kit/Consent.tsx"
import { useWords } from "../../kit/words.tsx"

export const LeaveLinks = ({ actor }: { readonly actor: LinksActor }) => {
  const t = useWords()
  const unsaved = useSelector(actor, (state) => state.matches({ file: "wanted" }))
  const made = useSelector(actor, ({ context }) => context.made)
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => unsaved && current.pathname !== next.pathname,
    enableBeforeUnload: false,
    withResolver: true,
  })
  return (
    <Consent
      title={t("links.leave")}
      question={status === "blocked" ? t("links.leave.question", { count: made }) : null}
      deed={t("links.leave.deed")}
      destroys
      onGive={() => proceed?.()}
      onRefuse={() => reset?.()}
    />
  )
}
