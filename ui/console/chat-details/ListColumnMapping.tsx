// [L2, L3, L9] Maps the columns of an uploaded list to meanings, with a sample row and the problems found.
import { ActionIcon, Button, Checkbox, Group, NativeSelect } from "@mantine/core"
import { IconAlertTriangle, IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react"
import { useSelector } from "@xstate/react"
import { findColumnProblems, type MappingTarget, mappingTargets, type ShownMappingProblem } from "../../../domain/links/column-mapping.ts"
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
import { DataTable } from "../../kit/DataTable.tsx"
import type { DataColumn } from "../../kit/data-columns.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { focusOnMount } from "../../kit/focus-hooks.ts"
import { useTranslate } from "../../kit/i18n.tsx"
import { Notice } from "../../kit/Notice.tsx"
import classes from "./ChatDetails.module.css"

export const separatorTextKeys = {
  ",": "list.separator.comma",
  ";": "list.separator.semicolon",
  "\t": "list.separator.tab",
  "|": "list.separator.bar",
  none: "list.separator.none",
} as const satisfies Record<ListSeparator | "none", string>

const separatorOptions = [...listSeparators, "none"] as const

/** Names of the encodings, the same in every language. */
export const encodingNames = {
  "utf-8": "UTF-8",
  "windows-1252": "Windows-1252",
  "utf-16le": "UTF-16 (LE)",
  "utf-16be": "UTF-16 (BE)",
} as const satisfies Record<Encoding, string>

/** [L8] Separator and encoding of an uploaded list, for when they were detected wrongly. */
export const ListFormatFields = ({ actor }: { readonly actor: PeopleImportActor }) => {
  const t = useTranslate()
  const format = useSelector(actor, ({ context }) => context.how)
  const canSet = useSelector(actor, (state) => state.can({ type: "read-options.set", how: format }))
  const set = (change: Partial<ListFormat>) => actor.send({ type: "read-options.set", how: { ...format, ...change } })
  return (
    <div className={classes["row"]}>
      <NativeSelect
        label={t("list.separator")}
        value={format.separator ?? ""}
        disabled={!canSet}
        onChange={({ currentTarget: { value } }) => set({ separator: separatorOptions.find((it) => it === value) ?? null })}
      >
        <option value="">{t("list.as-recognised")}</option>
        {separatorOptions.map((it) => (
          <option key={it} value={it}>
            {t(separatorTextKeys[it])}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect
        label={t("list.encoding")}
        value={format.encoding ?? ""}
        disabled={!canSet}
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

/** Formats row numbers; an ellipsis marks that there are more than listed. */
export const formatRowNumbers = ({ rows, count }: { readonly rows: ReadonlyArray<number>; readonly count: number }): string =>
  `${rows.join(", ")}${count > rows.length ? ", …" : ""}`

type Props = { readonly actor: PeopleImportActor }

export const ListColumnMapping = ({ actor }: Props) => {
  const t = useTranslate()
  const {
    file,
    facts: summary,
    isHeaded,
    mapping,
    doubled: duplicateCount,
    leavesOut: omitsDuplicates,
    flags,
    failure,
  } = useSelector(actor, ({ context }) => context)
  const checking = useSelector(actor, (state) => state.matches("checking"))
  const mayMake = useSelector(actor, (state) => state.can({ type: "links.make" }))
  if (summary === null) return null
  const peopleCount = countParticipants(summary, isHeaded)
  const isUnmapped = findColumnProblems(mapping).some(({ type }) => type === "nothing-mapped")
  const setOmitDuplicates = (on: boolean) => actor.send({ type: "duplicates.skip", on })
  return (
    <>
      <div className={classes["listFile"]}>
        <div ref={focusOnMount} tabIndex={-1}>
          <strong>{file?.name}</strong>
          <p className={classes["quiet"]}>
            <DetectedFormat summary={summary} peopleCount={peopleCount} />
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
      <ColumnTable actor={actor} summary={summary} />
      {flags.some(({ type }) => type === "duplicates") && (
        <Notice tone="bad" title={t("list.doubled")}>
          <p>{t("list.doubled.text")}</p>
          <Button variant="default" size="xs" mt="xs" onClick={() => setOmitDuplicates(true)}>
            {t("list.doubled.leave-out", { count: duplicateCount })}
          </Button>
        </Notice>
      )}
      {omitsDuplicates && (
        <Notice tone="quiet" title={t("list.doubled.left-out", { count: duplicateCount })}>
          <Button variant="default" size="xs" disabled={checking} onClick={() => setOmitDuplicates(false)}>
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
          {t("list.create", { count: peopleCount - (omitsDuplicates ? duplicateCount : 0) })}
        </Button>
      </Group>
    </>
  )
}

/** [L8] The detected format and the number of people. */
const DetectedFormat = ({
  summary: { separator, encoding },
  peopleCount,
}: {
  readonly summary: ListSummary
  readonly peopleCount: number
}) => {
  const t = useTranslate()
  const textValues = { count: peopleCount, encoding: encodingNames[encoding] }
  return separator === null ? t("list.file.one", textValues) : t("list.file", { ...textValues, separator: t(separatorTextKeys[separator]) })
}

type ListColumn = { readonly column: number; readonly name: string; readonly problems: ReadonlyArray<ShownMappingProblem> }

const ColumnTable = ({ actor, summary }: Props & { readonly summary: ListSummary }) => {
  const t = useTranslate()
  const { isHeaded, mapping, sampleIndex, flags } = useSelector(actor, ({ context }) => context)
  const isPaused = useSelector(actor, (state) => state.matches({ mapping: "samplesPaused" }))
  const samples = getSampleRows(summary, isHeaded)
  const problems: ReadonlyArray<ShownMappingProblem> = [...findColumnProblems(mapping), ...flags]
  const Icon = isPaused ? IconPlayerPlay : IconPlayerPause
  const columns: ReadonlyArray<DataColumn<ListColumn>> = [
    {
      id: "column",
      heading: t("list.column"),
      isRowHeading: true,
      cell: (row) => (
        <>
          {row.name}
          {row.problems.map((flag) => (
            <span key={flag.type} className={classes["flag"]} role="alert">
              <IconAlertTriangle size={16} aria-hidden="true" />
              <FlagText flag={flag} />
            </span>
          ))}
        </>
      ),
    },
    { id: "example", heading: t("list.example"), cell: ({ column }) => samples[sampleIndex]?.[column] },
    {
      id: "meaning",
      heading: t("list.meaning"),
      cell: ({ column, name }) => <MeaningSelect actor={actor} column={column} target={mapping[column] ?? "ignore"} name={name} />,
    },
  ]
  const rows = getHeadings(summary, isHeaded).map((heading, column) => ({
    column,
    name: heading || t("list.column.place", { place: column + 1 }),
    problems: problems.filter((it) => "column" in it && it.column === column),
  }))
  return (
    <>
      <div className={classes["sample"]}>
        {t("list.example.of", { row: sampleIndex + 1, count: samples.length })}
        {/* The sample row changes automatically, so it must be possible to pause it (WCAG 2.2.2). */}
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t(isPaused ? "list.example.move" : "list.example.hold")}
          onClick={() => actor.send({ type: isPaused ? "samples.resume" : "samples.pause" })}
        >
          <Icon size={16} aria-hidden="true" />
        </ActionIcon>
      </div>
      <DataTable
        label={t("list.columns")}
        columns={columns}
        rows={rows}
        getRowId={({ column, name }) => `${column} ${name}`}
        isStacked
        hasTexts
        variant="plain"
        className={classes["columns"]}
      />
    </>
  )
}

const FlagText = ({ flag }: { readonly flag: ShownMappingProblem }) => {
  const t = useTranslate()
  return "rows" in flag ? t(`list.flag.${flag.type}`, { count: flag.count, rows: formatRowNumbers(flag) }) : t(`list.flag.${flag.type}`)
}

type MeaningProps = Props & { readonly column: number; readonly target: MappingTarget; readonly name: string }

const MeaningSelect = ({ actor, column, target, name }: MeaningProps) => {
  const t = useTranslate()
  const checking = useSelector(actor, (state) => state.matches("checking"))
  return (
    <NativeSelect
      aria-label={t("list.meaning.of", { heading: name })}
      value={target}
      disabled={checking}
      onChange={({ currentTarget: { value } }) => {
        const picked = mappingTargets.find((it) => it === value)
        if (picked !== undefined) actor.send({ type: "column.map", column, target: picked })
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
