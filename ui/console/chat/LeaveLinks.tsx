// Asks before links go that no file has: where the page stays and only its content changes, which the browser cannot, and where others are
// made in their place.
import { useBlocker } from "@tanstack/react-router"
import { useSelector } from "@xstate/react"
import type { LinksActor } from "../../../machines/chat/links.ts"
import { Consent } from "../../kit/Consent.tsx"
import { useWords } from "../../kit/words.tsx"

export const LeaveLinks = ({ actor }: { readonly actor: LinksActor }) => {
  const t = useWords()
  const unsaved = useSelector(actor, (state) => state.matches({ file: "wanted" }))
  const made = useSelector(actor, ({ context }) => context.made)
  const asks = useSelector(actor, (state) => state.hasTag("asks"))
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => unsaved && current.pathname !== next.pathname,
    enableBeforeUnload: false,
    withResolver: true,
  })
  return (
    <>
      <Consent
        title={t("links.leave")}
        question={status === "blocked" ? t("links.leave.question", { count: made }) : null}
        deed={t("links.leave.deed")}
        destroys
        onGive={() => proceed?.()}
        onRefuse={() => reset?.()}
      />
      <Consent
        title={t("links.others")}
        question={asks ? t("links.others.question", { count: made }) : null}
        deed={t("links.others.deed")}
        destroys
        onGive={() => actor.send({ type: "consent.give" })}
        onRefuse={() => actor.send({ type: "consent.refuse" })}
      />
    </>
  )
}
