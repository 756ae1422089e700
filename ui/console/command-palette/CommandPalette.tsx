// The command palette: typing finds chats, communities, screens and commands; arrow keys select, Enter runs.
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a select takes the caret from the text, a datalist cannot be controlled by the field's keys */
/* oxlint-disable jsx-a11y/no-noninteractive-element-to-interactive-role -- an ARIA listbox is a list */
/* oxlint-disable jsx-a11y/click-events-have-key-events -- the field handles the keys */

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

export const paletteListId = "palette-found"
export const paletteOptionId = (index: number): string => `${paletteListId}-${index}`

const icons = {
  chat: IconMessageCircle,
  community: IconBuildingCommunity,
  screen: IconLayoutList,
  command: IconBolt,
} as const satisfies Record<PaletteEntry["kind"], unknown>

type PaletteResultsProps = {
  readonly entries: ReadonlyArray<PaletteEntry>
  readonly selectedIndex: number
  readonly onPoint: (index: number) => void
  readonly onRun: (entry: PaletteEntry) => void
}

/** The results. The caret stays in the field, whose keys select here (aria-activedescendant). */
export const PaletteResults = ({ entries, selectedIndex, onPoint, onRun }: PaletteResultsProps) => {
  const t = useTranslate()
  return (
    <ul id={paletteListId} className={classes["found"]} role="listbox" aria-label={t("palette.title")}>
      {entries.map((entry, index) => {
        const Icon = icons[entry.kind]
        const StatusIcon = entry.status === undefined ? null : statusIcons[entry.status]
        return (
          // biome-ignore lint/a11y/useFocusableInteractive: the caret stays in the field
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
          <li
            key={entry.key}
            id={paletteOptionId(index)}
            ref={index === selectedIndex ? scrollIntoView : undefined}
            role="option"
            aria-selected={index === selectedIndex}
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => index !== selectedIndex && onPoint(index)}
            onClick={() => onRun(entry)}
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

const scrollIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: "nearest" })

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
  const commands = useCommands()
  const allEntries = user === null ? [] : listPaletteEntries({ user, communities, chats, active, commands, translate: t })
  const found = searchByName(allEntries, typed)
  const selectedIndex = Math.min(place, Math.max(0, found.length - 1))

  const runEntry = ({ href, command }: PaletteEntry) => {
    onClose()
    if (href !== undefined) void navigate({ href })
    commands.find((it) => it.command === command)?.run()
  }
  const handleKey = (event: KeyboardEvent) => {
    const { key } = event
    const entry = found[selectedIndex]
    if (key === "ArrowDown" || key === "ArrowUp") actor.send({ type: "palette.step", by: key === "ArrowDown" ? 1 : -1, of: found.length })
    else if (key === "Enter" && entry !== undefined && !event.nativeEvent.isComposing) runEntry(entry)
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
          aria-activedescendant={found.length > 0 ? paletteOptionId(selectedIndex) : undefined}
          placeholder={t("palette.field")}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => actor.send({ type: "palette.type", typed: event.currentTarget.value })}
          onKeyDown={handleKey}
        />
        {loading && <Loader size={16} type="oval" aria-label={t("palette.loading")} />}
        <CloseButton aria-label={t("close")} onClick={onClose} />
      </div>
      <PaletteResults
        entries={found}
        selectedIndex={selectedIndex}
        onPoint={(index) => actor.send({ type: "palette.highlight", place: index })}
        onRun={runEntry}
      />
      <output className={classes["notice"]}>
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

/** Returns the commands available on every screen. */
const useCommands = () => {
  const t = useTranslate()
  const signOut = useSignOut()
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme("light") === "dark" ? "light" : "dark"
  const { language, setLanguage } = useLanguage()
  const otherLanguage = language === "en" ? "nl" : "en"
  return [
    { command: "scheme", name: t(`shell.scheme.${scheme}`), run: () => setColorScheme(scheme) },
    { command: "language", name: t(`palette.language.${otherLanguage}`), run: () => void setLanguage(otherLanguage) },
    { command: "sign-out", name: t("shell.logout"), run: signOut },
  ] as const
}
