// The command palette: what is typed finds chats, communities, screens and deeds; arrows pick, Enter goes (design/interface "Layout").
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a select or a datalist takes the caret from the text, or cannot be led by its keys */
/* oxlint-disable jsx-a11y/no-noninteractive-element-to-interactive-role -- a list of options is what ARIA calls a listbox */
/* oxlint-disable jsx-a11y/click-events-have-key-events -- the keys are those of the field */

import { Button, CloseButton, Loader, Modal, useComputedColorScheme, useMantineColorScheme } from "@mantine/core"
import { IconBolt, IconBuildingCommunity, IconLayoutList, IconMessageCircle } from "@tabler/icons-react"
import { useNavigate } from "@tanstack/react-router"
import { useActorRef, useSelector } from "@xstate/react"
import type { KeyboardEvent } from "react"
import { truncateName } from "../../../domain/script/script-list.ts"
import { maxResults, searchByName } from "../../../domain/text/name-search.ts"
import type { commandPaletteMachine } from "../../../machines/command-palette-machine.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { useLanguage, useTranslate } from "../../kit/i18n.tsx"
import { useCommunities, useConsoleServices } from "../console-services.tsx"
import status from "../script-status/StatusPicker.module.css"
import { statusIcons } from "../script-status/StatusPicker.tsx"
import { useSignOut } from "../shell/AccountMenu.tsx"
import classes from "./CommandPalette.module.css"
import { listPaletteEntries, type PaletteEntry } from "./palette-entries.ts"

// What the command palette found. The caret stays in the field and its keys choose here (aria-activedescendant).

export const paletteListId = "palette-found"
export const paletteOptionId = (place: number): string => `${paletteListId}-${place}`

const icons = {
  chat: IconMessageCircle,
  community: IconBuildingCommunity,
  screen: IconLayoutList,
  deed: IconBolt,
} as const satisfies Record<PaletteEntry["kind"], unknown>

type FoundProps = {
  readonly entries: ReadonlyArray<PaletteEntry>
  readonly picked: number
  readonly onPoint: (place: number) => void
  readonly onTake: (entry: PaletteEntry) => void
}

export const PaletteResults = ({ entries, picked, onPoint, onTake }: FoundProps) => {
  const t = useTranslate()
  return (
    <ul id={paletteListId} className={classes["found"]} role="listbox" aria-label={t("palette.title")}>
      {entries.map((entry, place) => {
        const Icon = icons[entry.kind]
        const StatusIcon = entry.status === undefined ? null : statusIcons[entry.status]
        return (
          // biome-ignore lint/a11y/useFocusableInteractive: the caret stays in the field
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
          <li
            key={entry.key}
            id={paletteOptionId(place)}
            ref={place === picked ? comeIntoSight : undefined}
            role="option"
            aria-selected={place === picked}
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => place !== picked && onPoint(place)}
            onClick={() => onTake(entry)}
          >
            <Icon size={18} aria-hidden="true" className={classes["kind"]} />
            <span className={classes["name"]} title={entry.name}>
              {truncateName(entry.name)}
            </span>
            {StatusIcon !== null && entry.status !== undefined && (
              <span className={classes["status"]}>
                <StatusIcon size={14} aria-hidden="true" className={status["icon"]} data-status={entry.status} />
                {t(`status.${entry.status}`)}
              </span>
            )}
            <span className={classes["about"]}>{entry.about}</span>
          </li>
        )
      })}
    </ul>
  )
}

const comeIntoSight = (element: HTMLElement | null): void => element?.scrollIntoView({ block: "nearest" })

type Props = { readonly machine: typeof commandPaletteMachine; readonly active: string | null; readonly onClose: () => void }

export const CommandPalette = (props: Props) => {
  const t = useTranslate()
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
  const t = useTranslate()
  const { session } = useConsoleServices()
  const navigate = useNavigate()
  const communities = useSelector(useCommunities(), ({ context }) => context.communities)
  const user = useSelector(session, ({ context }) => context.user)
  const actor = useActorRef(machine, { input: { communities, active } })
  const { typed, place, chats, failure } = useSelector(actor, ({ context }) => context)
  const loading = useSelector(actor, (state) => state.hasTag("loading"))
  const deeds = useDeeds()
  const all = user === null ? [] : listPaletteEntries({ user, communities, chats, active, deeds, say: t })
  const found = searchByName(all, typed)
  const picked = Math.min(place, Math.max(0, found.length - 1))

  const take = ({ href, deed }: PaletteEntry) => {
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
          aria-controls={paletteListId}
          aria-autocomplete="list"
          aria-activedescendant={found.length > 0 ? paletteOptionId(picked) : undefined}
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
      <PaletteResults entries={found} picked={picked} onPoint={(at) => actor.send({ type: "palette.point", place: at })} onTake={take} />
      <output className={classes["news"]}>
        {found.length === 0 && !loading && t("palette.none")}
        {found.length === maxResults && t("palette.more")}
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
  const t = useTranslate()
  const signOut = useSignOut()
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme("light") === "dark" ? "light" : "dark"
  const { language, setLanguage } = useLanguage()
  const other = language === "en" ? "nl" : "en"
  return [
    { deed: "scheme", name: t(`shell.scheme.${scheme}`), run: () => setColorScheme(scheme) },
    { deed: "language", name: t(`palette.language.${other}`), run: () => void setLanguage(other) },
    { deed: "sign-out", name: t("shell.logout"), run: signOut },
  ] as const
}
