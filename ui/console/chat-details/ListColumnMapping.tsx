// What the columns of a list mean, with a row of it as an example, and what is wrong with it (spec/3-community §3, §5, §9; decisions L2, L3, L9).
import { ActionIcon, Button, Checkbox, Group, NativeSelect } from "@mantine/core"
import { IconAlertTriangle, IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react"
import { useSelector } from "@xstate/react"
import { columnProblems, type MappingTarget, mappingTargets, type ShownMappingProblem } from "../../../domain/links/column-mapping.ts"
import {
  countParticipants,
  type Encoding,
  getHeadings,
  getSampleRows,
  type ListFormat,
  type ListSeparator,
  type ListSummary,
  listSeparators,
  supportedEncodings,
} from "../../../domain/links/participant-list.ts"
import type { PeopleImportActor } from "../../../machines/chat/people-import-machine.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { focusOnMount } from "../../kit/focus-hooks.ts"
import { useTranslate } from "../../kit/i18n.tsx"
import { Notice } from "../../kit/Notice.tsx"
import classes from "./ChatDetails.module.css"

// How a list is to be read, where it was recognised wrongly: its separator and its encoding, by hand (decision L8).

export const separatorTextKeys = {
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

export const ListFormatFields = ({ actor }: { readonly actor: PeopleImportActor }) => {
  const t = useTranslate()
  const how = useSelector(actor, ({ context }) => context.how)
  const may = useSelector(actor, (state) => state.can({ type: "reading.set", how }))
  const set = (change: Partial<ListFormat>) => actor.send({ type: "reading.set", how: { ...how, ...change } })
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
            {t(separatorTextKeys[it])}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect
        label={t("list.encoding")}
        value={how.encoding ?? ""}
        disabled={!may}
        onChange={({ currentTarget: { value } }) => set({ encoding: supportedEncodings.find((it) => it === value) ?? null })}
      >
        <option value="">{t("list.as-recognised")}</option>
        {supportedEncodings.map((it) => (
          <option key={it} value={it}>
            {encodingNames[it]}
          </option>
        ))}
      </NativeSelect>
    </div>
  )
}

// Rows of a list by their numbers; that there are more than are named shows.

export const formatRowNumbers = ({ rows, count }: { readonly rows: ReadonlyArray<number>; readonly count: number }): string =>
  `${rows.join(", ")}${count > rows.length ? ", …" : ""}`

type Props = { readonly actor: PeopleImportActor }

export const ListColumnMapping = ({ actor }: Props) => {
  const t = useTranslate()
  const { file, facts, isHeaded, mapping, doubled, leavesOut, flags, failure } = useSelector(actor, ({ context }) => context)
  const checking = useSelector(actor, (state) => state.matches("checking"))
  const mayMake = useSelector(actor, (state) => state.can({ type: "links.make" }))
  if (facts === null) return null
  const people = countParticipants(facts, isHeaded)
  const isUnmapped = columnProblems(mapping).some(({ type }) => type === "nothing-mapped")
  const leaveOut = (on: boolean) => actor.send({ type: "duplicates.leave-out", on })
  return (
    <>
      <div className={classes["listFile"]}>
        <div ref={focusOnMount} tabIndex={-1}>
          <strong>{file?.name}</strong>
          <p className={classes["quiet"]}>
            <Recognised facts={facts} people={people} />
          </p>
        </div>
        <Button variant="default" disabled={checking} onClick={() => actor.send({ type: "file.forget" })}>
          {t("list.another")}
        </Button>
      </div>
      <ListFormatFields actor={actor} />
      <Checkbox
        label={t("list.headed")}
        checked={isHeaded}
        disabled={checking}
        onChange={(event) => actor.send({ type: "headings.set", on: event.currentTarget.checked })}
      />
      <Columns actor={actor} facts={facts} />
      {flags.some(({ type }) => type === "duplicates") && (
        <Notice tone="bad" title={t("list.doubled")}>
          <p>{t("list.doubled.text")}</p>
          <Button variant="default" size="xs" mt="xs" onClick={() => leaveOut(true)}>
            {t("list.doubled.leave-out", { count: doubled })}
          </Button>
        </Notice>
      )}
      {leavesOut && (
        <Notice tone="quiet" title={t("list.doubled.left-out", { count: doubled })}>
          <Button variant="default" size="xs" disabled={checking} onClick={() => leaveOut(false)}>
            {t("list.doubled.take")}
          </Button>
        </Notice>
      )}
      {flags.some(({ type }) => type === "nobody") && <Notice tone="bad" title={t("list.flag.nobody")} />}
      <FailureNotice failure={failure} />
      <Group justify="flex-end" gap="sm">
        {isUnmapped && <p className={classes["quiet"]}>{t("list.flag.nothing-mapped")}</p>}
        <Button variant="default" onClick={() => actor.send({ type: "list.close" })}>
          {t("cancel")}
        </Button>
        <Button loading={checking} disabled={!mayMake && !checking} onClick={() => actor.send({ type: "links.make" })}>
          {t("list.create", { count: people - (leavesOut ? doubled : 0) })}
        </Button>
      </Group>
    </>
  )
}

/** [L8] */
const Recognised = ({ facts: { separator, encoding }, people }: { readonly facts: ListSummary; readonly people: number }) => {
  const t = useTranslate()
  const known = { count: people, encoding: encodingNames[encoding] }
  return separator === null ? t("list.file.one", known) : t("list.file", { ...known, separator: t(separatorTextKeys[separator]) })
}

const Columns = ({ actor, facts }: Props & { readonly facts: ListSummary }) => {
  const t = useTranslate()
  const { isHeaded, mapping, sampleIndex, flags } = useSelector(actor, ({ context }) => context)
  const held = useSelector(actor, (state) => state.matches({ mapping: "samplesPaused" }))
  const samples = getSampleRows(facts, isHeaded)
  const wrong: ReadonlyArray<ShownMappingProblem> = [...columnProblems(mapping), ...flags]
  const Icon = held ? IconPlayerPlay : IconPlayerPause
  return (
    <table className={classes["columns"]} aria-label={t("list.columns")}>
      <thead>
        <tr>
          <th scope="col">{t("list.column")}</th>
          <th scope="col">
            <span className={classes["sample"]}>
              {t("list.example.of", { row: sampleIndex + 1, count: samples.length })}
              {/* What changes by itself can be held (WCAG 2.2.2). */}
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t(held ? "list.example.move" : "list.example.hold")}
                onClick={() => actor.send({ type: held ? "samples.move" : "samples.hold" })}
              >
                <Icon size={16} aria-hidden="true" />
              </ActionIcon>
            </span>
          </th>
          <th scope="col">{t("list.meaning")}</th>
        </tr>
      </thead>
      <tbody>
        {getHeadings(facts, isHeaded).map((heading, column) => {
          const name = heading || t("list.column.place", { place: column + 1 })
          const its = wrong.filter((it) => "column" in it && it.column === column)
          return (
            <tr key={`${column} ${heading}`} data-wrong={its.length > 0 || undefined}>
              <th scope="row">
                {name}
                {its.map((flag) => (
                  <span key={flag.type} className={classes["flag"]} role="alert">
                    <IconAlertTriangle size={16} aria-hidden="true" />
                    <FlagText flag={flag} />
                  </span>
                ))}
              </th>
              <td data-label={t("list.example")}>{samples[sampleIndex]?.[column]}</td>
              <td>
                <Meaning actor={actor} column={column} target={mapping[column] ?? "ignore"} name={name} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const FlagText = ({ flag }: { readonly flag: ShownMappingProblem }) => {
  const t = useTranslate()
  return "rows" in flag ? t(`list.flag.${flag.type}`, { count: flag.count, rows: formatRowNumbers(flag) }) : t(`list.flag.${flag.type}`)
}

type MeaningProps = Props & { readonly column: number; readonly target: MappingTarget; readonly name: string }

const Meaning = ({ actor, column, target, name }: MeaningProps) => {
  const t = useTranslate()
  const checking = useSelector(actor, (state) => state.matches("checking"))
  return (
    <NativeSelect
      aria-label={t("list.meaning.of", { heading: name })}
      value={target}
      disabled={checking}
      onChange={({ currentTarget: { value } }) => {
        const chosen = mappingTargets.find((it) => it === value)
        if (chosen !== undefined) actor.send({ type: "column.map", column, target: chosen })
      }}
    >
      {mappingTargets.map((it) => (
        <option key={it} value={it}>
          {t(`list.target.${it}`)}
        </option>
      ))}
    </NativeSelect>
  )
}
