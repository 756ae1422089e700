// The command palette: what is typed finds chats, communities, screens and deeds; arrows pick, Enter goes (design/interface "Layout").
import { Button, CloseButton, Loader, Modal, useComputedColorScheme, useMantineColorScheme } from "@mantine/core"
import { useNavigate } from "@tanstack/react-router"
import { useActorRef, useSelector } from "@xstate/react"
import type { KeyboardEvent } from "react"
import { foundBy, mostFound } from "../../../domain/palette.ts"
import type { paletteMachine } from "../../../machines/palette.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { useLanguage, useWords } from "../../kit/words.tsx"
import { useCommunities } from "../communities-context.tsx"
import { useSignOut } from "../session/signing-out.ts"
import { useWired } from "../wired.tsx"
import { type Entry, entriesOf } from "./entries.ts"
import { Found, listId, optionId } from "./Found.tsx"
import classes from "./Palette.module.css"

type Props = { readonly machine: typeof paletteMachine; readonly active: string | null; readonly onClose: () => void }

export const Palette = (props: Props) => {
  const t = useWords()
  const communities = useCommunities()
  const isKnown = useSelector(communities, (state) => !state.hasTag("busy"))
  return (
    <Modal.Root opened onClose={props.onClose} size="36rem" yOffset="12vh">
      <Modal.Overlay />
      <Modal.Content aria-label={t("palette.title")} className={classes["content"]}>
        <Modal.Body p={0}>{isKnown && <Inside {...props} />}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

const Inside = ({ machine, active, onClose }: Props) => {
  const t = useWords()
  const { session } = useWired()
  const navigate = useNavigate()
  const communities = useSelector(useCommunities(), ({ context }) => context.communities)
  const user = useSelector(session, ({ context }) => context.user)
  const actor = useActorRef(machine, { input: { communities, active } })
  const { typed, place, chats, failure } = useSelector(actor, ({ context }) => context)
  const loading = useSelector(actor, (state) => state.hasTag("loading"))
  const deeds = useDeeds()
  const all = user === null ? [] : entriesOf({ user, communities, chats, active, deeds, say: t })
  const found = foundBy(all, typed)
  const picked = Math.min(place, Math.max(0, found.length - 1))

  const take = ({ href, deed }: Entry) => {
    onClose()
    if (href !== undefined) void navigate({ href })
    deeds.find((it) => it.deed === deed)?.run()
  }
  const keyed = (event: KeyboardEvent) => {
    const { key } = event
    const entry = found[picked]
    if (key === "ArrowDown" || key === "ArrowUp") actor.send({ type: "palette.step", by: key === "ArrowDown" ? 1 : -1, of: found.length })
    else if (key === "Enter" && entry !== undefined && !event.nativeEvent.isComposing) take(entry)
    else return
    event.preventDefault()
  }
  return (
    <>
      <div className={classes["field"]}>
        <input
          data-autofocus
          role="combobox"
          aria-label={t("palette.field")}
          aria-expanded={found.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={found.length > 0 ? optionId(picked) : undefined}
          placeholder={t("palette.field")}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => actor.send({ type: "palette.type", typed: event.currentTarget.value })}
          onKeyDown={keyed}
        />
        {loading && <Loader size={16} type="oval" aria-label={t("palette.loading")} />}
        <CloseButton aria-label={t("close")} onClick={onClose} />
      </div>
      <Found entries={found} picked={picked} onPoint={(at) => actor.send({ type: "palette.point", place: at })} onTake={take} />
      <output className={classes["news"]}>
        {found.length === 0 && !loading && t("palette.none")}
        {found.length === mostFound && t("palette.more")}
      </output>
      {failure !== null && (
        <div className={classes["failure"]}>
          <FailureNotice failure={failure} />
          <Button variant="default" size="xs" onClick={() => actor.send({ type: "palette.retry" })}>
            {t("retry")}
          </Button>
        </div>
      )}
    </>
  )
}

/** What can be done from anywhere. */
const useDeeds = () => {
  const t = useWords()
  const signOut = useSignOut()
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme("light") === "dark" ? "light" : "dark"
  const { language, choose } = useLanguage()
  const other = language === "en" ? "nl" : "en"
  return [
    { deed: "scheme", name: t(`shell.scheme.${scheme}`), run: () => setColorScheme(scheme) },
    { deed: "language", name: t(`palette.language.${other}`), run: () => void choose(other) },
    { deed: "sign-out", name: t("shell.logout"), run: signOut },
  ] as const
}
