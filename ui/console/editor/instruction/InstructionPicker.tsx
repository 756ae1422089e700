// Chooses the kind of the next instruction.
import { Button } from "@mantine/core"
import { IconCornerDownLeft } from "@tabler/icons-react"
import { useState } from "react"
import { developerEntries, type PickerEntry, type PickerGroup, pickerGroups } from "../../../../domain/editing/new-instruction.ts"
import { getInstructionName } from "../../../../domain/script/instruction-name.ts"
import { rankByName } from "../../../../domain/text/name-search.ts"
import { findInstructionIndex, insertionIndex } from "../../../../machines/editor/editor-selection.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { useEditor, useEditorState, useIsLocked } from "../editor-context.tsx"
import { KindIcon } from "../KindIcon.tsx"
import { FileImportOffer } from "./FileImport.tsx"
import classes from "./InstructionPicker.module.css"

const groups = ["show", "questions", "control"] as const satisfies ReadonlyArray<PickerGroup>

type KindsByGroup = ReadonlyArray<{ readonly group: PickerGroup; readonly kinds: ReadonlyArray<PickerEntry> }>

/** Lists the kinds that the picker offers, by group; some are for developers only. */
export const listPickerGroups = ({ dev }: { readonly dev: boolean }): KindsByGroup =>
  groups.map((group) => {
    const kinds: ReadonlyArray<PickerEntry> = pickerGroups[group]
    return { group, kinds: kinds.filter((kind) => dev || !developerEntries.includes(kind)) }
  })

export const InstructionPicker = ({ onPicked }: { readonly onPicked: () => void }) => {
  const t = useTranslate()
  const actor = useEditor()
  const locked = useIsLocked("sequence")
  const isEmpty = useEditorState(({ draft }) => draft.instructions.length === 0)
  const precedingName = useEditorState((context) => {
    const preceding = context.draft.instructions[insertionIndex(context)]
    return preceding === undefined ? null : getInstructionName(preceding)
  })
  const canClose = useEditorState((context) => findInstructionIndex(context, context.selected) !== undefined)
  return (
    <section className={classes["picker"]} aria-label={t("editor.picker")}>
      <div className={classes["top"]}>
        <h2 className={classes["heading"]}>{t("editor.picker.heading")}</h2>
        {canClose && (
          <Button variant="subtle" color="gray" size="xs" onClick={() => actor.send({ type: "picker.close" })}>
            {t("editor.picker.close")}
          </Button>
        )}
      </div>
      <p className={classes["where"]}>
        {precedingName === null ? t("editor.picker.first") : t("editor.picker.behind", { name: precedingName })}
      </p>
      {isEmpty && !locked && <FileImportOffer />}
      {!locked && (
        <KindList
          onPick={(entry) => {
            actor.send({ type: "instruction.add", entry })
            onPicked()
          }}
        />
      )}
    </section>
  )
}

/** The id of the search field, which takes the focus when the picker opens. */
export const kindSearchId = "picker-search"

/** The kinds as a searchable, grouped list. Enter picks the active one: the best match, or where the arrow keys moved. */
export const KindList = ({ onPick }: { readonly onPick: (kind: PickerEntry) => void }) => {
  const t = useTranslate()
  const [query, setQuery] = useState("")
  const [chosenKind, setChosenKind] = useState<PickerEntry | null>(null)
  const flags = useEditorState((context) => context.flags)
  const groups = listPickerGroups(flags)
  const rankedKinds = rankByName(
    groups.flatMap(({ kinds }) => kinds.map((kind) => ({ kind, name: t(`editor.kind.${kind}`), also: [t(`editor.about.${kind}`)] }))),
    query,
  ).map(({ kind }) => kind)
  const matchingGroups = groups
    .map(({ group, kinds }) => ({ group, kinds: kinds.filter((kind) => rankedKinds.includes(kind)) }))
    .filter(({ kinds }) => kinds.length > 0)
  const matchingKinds = matchingGroups.flatMap(({ kinds }) => kinds)
  const activeKind = chosenKind ?? (query.trim() === "" ? undefined : rankedKinds[0])
  const moveBy = (by: number) => {
    const activeIndex = activeKind === undefined ? -1 : matchingKinds.indexOf(activeKind)
    setChosenKind(
      matchingKinds[
        activeIndex === -1 && by < 0 ? matchingKinds.length - 1 : Math.min(Math.max(activeIndex + by, 0), matchingKinds.length - 1)
      ] ?? null,
    )
  }
  return (
    <>
      <input
        type="search"
        id={kindSearchId}
        className={classes["search"]}
        aria-label={t("editor.picker.search")}
        aria-controls="picker-kinds"
        aria-activedescendant={activeKind && `kind-${activeKind}`}
        autoComplete="off"
        placeholder={t("editor.picker.search")}
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value)
          setChosenKind(null)
        }}
        onBlur={() => setChosenKind(null)}
        onKeyDown={(event) => {
          const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
          if (by !== undefined) event.preventDefault()
          if (by !== undefined) moveBy(by)
          if (event.key === "Enter" && activeKind !== undefined) onPick(activeKind)
        }}
      />
      <output className={classes["where"]}>{matchingKinds.length === 0 && t("editor.picker.none")}</output>
      <div id="picker-kinds" className={classes["groups"]}>
        {matchingGroups.map(({ group, kinds }) => (
          <div key={group} className={classes["group"]}>
            <h3 className={classes["groupname"]}>{t(`editor.picker.group.${group}`)}</h3>
            <div className={classes["entries"]}>
              {kinds.map((kind) => (
                <Kind key={kind} kind={kind} isActive={kind === activeKind} onPick={onPick} />
              ))}
            </div>
          </div>
        ))}
      </div>
    </>
  )
}

type KindProps = { readonly kind: PickerEntry; readonly isActive: boolean; readonly onPick: (kind: PickerEntry) => void }

const Kind = ({ kind, isActive, onPick }: KindProps) => {
  const t = useTranslate()
  return (
    <div className={classes["entry"]} data-marked={isActive} ref={isActive ? scrollIntoView : undefined}>
      <KindIcon kind={kind} />
      <div>
        <button
          type="button"
          id={`kind-${kind}`}
          className={classes["name"]}
          aria-current={isActive}
          aria-describedby={`about-${kind}`}
          onClick={() => onPick(kind)}
        >
          {t(`editor.kind.${kind}`)}
        </button>
        <p className={classes["about"]} id={`about-${kind}`}>
          {t(`editor.about.${kind}`)}
        </p>
      </div>
      {isActive && <IconCornerDownLeft className={classes["enter"]} size={16} aria-hidden="true" />}
    </div>
  )
}

const scrollIntoView = (entry: HTMLElement | null): void => entry?.scrollIntoView({ block: "nearest" })
