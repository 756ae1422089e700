// How a list is to be read, where it was recognised wrongly: its separator and its encoding, by hand (decision L8).
import { NativeSelect } from "@mantine/core"
import { useSelector } from "@xstate/react"
import { type Encoding, encodings, type ListReading, type ListSeparator, listSeparators } from "../../../domain/links/list-file.ts"
import type { PeopleListActor } from "../../../machines/chat/people-list.ts"
import { useWords } from "../../kit/words.tsx"
import classes from "./Chat.module.css"

export const separatorKeys = {
  ",": "list.separator.comma",
  ";": "list.separator.semicolon",
  "\t": "list.separator.tab",
  "|": "list.separator.bar",
  none: "list.separator.none",
} as const satisfies Record<ListSeparator | "none", string>

const ways = [...listSeparators, "none"] as const

/** The names of encodings, the same in every language. */
export const encodingNames = {
  "utf-8": "UTF-8",
  "windows-1252": "Windows-1252",
  "utf-16le": "UTF-16 (LE)",
  "utf-16be": "UTF-16 (BE)",
} as const satisfies Record<Encoding, string>

export const ListReadingFields = ({ actor }: { readonly actor: PeopleListActor }) => {
  const t = useWords()
  const how = useSelector(actor, ({ context }) => context.how)
  const may = useSelector(actor, (state) => state.can({ type: "reading.set", how }))
  const set = (change: Partial<ListReading>) => actor.send({ type: "reading.set", how: { ...how, ...change } })
  return (
    <div className={classes["row"]}>
      <NativeSelect
        label={t("list.separator")}
        value={how.separator ?? ""}
        disabled={!may}
        onChange={({ currentTarget: { value } }) => set({ separator: ways.find((it) => it === value) ?? null })}
      >
        <option value="">{t("list.as-recognised")}</option>
        {ways.map((it) => (
          <option key={it} value={it}>
            {t(separatorKeys[it])}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect
        label={t("list.encoding")}
        value={how.encoding ?? ""}
        disabled={!may}
        onChange={({ currentTarget: { value } }) => set({ encoding: encodings.find((it) => it === value) ?? null })}
      >
        <option value="">{t("list.as-recognised")}</option>
        {encodings.map((it) => (
          <option key={it} value={it}>
            {encodingNames[it]}
          </option>
        ))}
      </NativeSelect>
    </div>
  )
}
