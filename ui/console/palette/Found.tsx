// What the command palette found. The caret stays in the field and its keys choose here (aria-activedescendant).
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a select or a datalist takes the caret from the text, or cannot be led by its keys */
/* oxlint-disable jsx-a11y/no-noninteractive-element-to-interactive-role -- a list of options is what ARIA calls a listbox */
/* oxlint-disable jsx-a11y/click-events-have-key-events -- the keys are those of the field */
import { IconBolt, IconBuildingCommunity, IconLayoutList, IconMessageCircle } from "@tabler/icons-react"
import { cutName } from "../../../domain/script/overview.ts"
import { useWords } from "../../kit/words.tsx"
import { statusIcons } from "../chats/StatusBadge.tsx"
import status from "../chats/StatusPicker.module.css"
import type { Entry } from "./entries.ts"
import classes from "./Palette.module.css"

export const listId = "palette-found"
export const optionId = (place: number): string => `${listId}-${place}`

const icons = {
  chat: IconMessageCircle,
  community: IconBuildingCommunity,
  screen: IconLayoutList,
  deed: IconBolt,
} as const satisfies Record<Entry["kind"], unknown>

type Props = {
  readonly entries: ReadonlyArray<Entry>
  readonly picked: number
  readonly onPoint: (place: number) => void
  readonly onTake: (entry: Entry) => void
}

export const Found = ({ entries, picked, onPoint, onTake }: Props) => {
  const t = useWords()
  return (
    <ul id={listId} className={classes["found"]} role="listbox" aria-label={t("palette.title")}>
      {entries.map((entry, place) => {
        const Icon = icons[entry.kind]
        const StatusIcon = entry.status === undefined ? null : statusIcons[entry.status]
        return (
          // biome-ignore lint/a11y/useFocusableInteractive: the caret stays in the field
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
          <li
            key={entry.key}
            id={optionId(place)}
            ref={place === picked ? comeIntoSight : undefined}
            role="option"
            aria-selected={place === picked}
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => place !== picked && onPoint(place)}
            onClick={() => onTake(entry)}
          >
            <Icon size={18} aria-hidden="true" className={classes["kind"]} />
            <span className={classes["name"]} title={entry.name}>
              {cutName(entry.name)}
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
