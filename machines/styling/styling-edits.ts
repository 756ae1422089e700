// The edits: what each makes of the style and of the steps of undo, and which tab and preview are shown. The rules are the domain's.

import type { AssetProblem } from "../../domain/assets/asset-transfer.ts"
import { isFailure } from "../../domain/failure.ts"
import { isEmptyStyle, resetStyle, type Style } from "../../domain/style/community-style.ts"
import { applySideMenu } from "../../domain/style/side-menu-links.ts"
import { removeFontFile, setFontFamily, setFontFile } from "../../domain/style/style-fonts.ts"
import type { StyledPage } from "../../domain/style/style-keys.ts"
import { restoreStyleLocalDraft } from "../../domain/style/style-merge.ts"
import { applyPalette, setMessageShape } from "../../domain/style/style-presets.ts"
import { chooseScenario, nextTab, type Tab } from "../../domain/style/style-sections.ts"
import { styleAssets } from "../../domain/style/style-uploads.ts"
import { setToggle, setValue } from "../../domain/style/stylesheet.ts"
import type {
  FontReadResult,
  ImageReadResult,
  LoadedStyling,
  OpenedStyle,
  SavedStyling,
  StylingContext,
  StylingEvent,
} from "./styling-setup.ts"

// Undo and redo of a style, and how many edits it is from the one that is saved. Plain data, bounded.

export type StyleHistory = {
  readonly past: ReadonlyArray<Style>
  readonly future: ReadonlyArray<Style>
  /** What was changed last and may be going on to change: a drag in a colour picker is one step. */
  readonly field: string | null
  /** Steps from the saved style to this one; below 0 where that was undone. */
  readonly stepsSinceSaved: number
  /** The same from the style that is on its way to the server; null where none is. */
  readonly stepsSinceSent: number | null
}

export const emptyHistory: StyleHistory = { past: [], future: [], field: null, stepsSinceSaved: 0, stepsSinceSent: null }

/** So many steps can be undone; the oldest go first. */
export const maxSteps = 200

/** The steps after an edit of `before`; `field` says what is edited, null for an edit that is whole by itself. */
export const recordStep = (steps: StyleHistory, before: Style, field: string | null): StyleHistory =>
  field !== null && field === steps.field
    ? { ...steps, future: [] }
    : { ...countSteps(steps, (from) => Math.abs(from) + 1), past: [...steps.past, before].slice(-maxSteps), future: [], field }

/** Where an edit takes the place of steps that were undone, what was saved among those is as far away as before. */
const countSteps = (steps: StyleHistory, by: (from: number) => number): StyleHistory => ({
  ...steps,
  stepsSinceSaved: by(steps.stepsSinceSaved),
  stepsSinceSent: steps.stepsSinceSent === null ? null : by(steps.stepsSinceSent),
  field: null,
})

/** What is edited next is a step of its own. */
export const endTyping = (steps: StyleHistory): StyleHistory => (steps.field === null ? steps : { ...steps, field: null })

type HistoryMove = { readonly style: Style; readonly steps: StyleHistory }

/** One step back, or null where there is none. */
export const undo = (steps: StyleHistory, style: Style): HistoryMove | null => {
  const before = steps.past.at(-1)
  if (before === undefined) return null
  return {
    style: before,
    steps: { ...countSteps(steps, (from) => from - 1), past: steps.past.slice(0, -1), future: [...steps.future, style] },
  }
}

/** One step forth again, or null where none was undone. */
export const redo = (steps: StyleHistory, style: Style): HistoryMove | null => {
  const after = steps.future.at(-1)
  if (after === undefined) return null
  return {
    style: after,
    steps: { ...countSteps(steps, (from) => from + 1), past: [...steps.past, style], future: steps.future.slice(0, -1) },
  }
}

/** The style as it is was sent: what is edited from now on is a step of its own. */
export const markSent = (steps: StyleHistory): StyleHistory => ({ ...steps, field: null, stepsSinceSent: 0 })

/** What was sent did not arrive, or did. */
export const markNotSent = (steps: StyleHistory): StyleHistory => ({ ...steps, stepsSinceSent: null })
export const markSaved = (steps: StyleHistory): StyleHistory => ({
  ...steps,
  stepsSinceSaved: steps.stepsSinceSent ?? steps.stepsSinceSaved,
  stepsSinceSent: null,
})

/** The steps with every style in them changed in the same way. */
export const mapStyles = (steps: StyleHistory, change: (style: Style) => Style): StyleHistory => ({
  ...steps,
  past: steps.past.map(change),
  future: steps.future.map(change),
})

type Change = Partial<StylingContext>

/** What an edit makes of the configurator. */
export const applyEdit = (context: StylingContext, event: StylingEvent): Change => {
  const { style, steps } = context
  switch (event.type) {
    case "value.set":
      return recordEdit(context, withStyleValue(style, event.portal, event.name, event.value), `${event.portal} ${event.name}`)
    case "toggle.set":
      return recordEdit(context, { ...style, web: setToggle(style.web, event.name, event.on) })
    case "shape.pick":
      return recordEdit(context, { ...style, web: setMessageShape(style.web, event.shape) })
    case "family.pick":
      return recordEdit(context, { ...style, web: setFontFamily(style.web, event.family) })
    case "font.remove":
      return recordEdit(context, { ...style, web: removeFontFile(style.web) })
    case "palette.pick":
      return recordEdit(context, applyPalette(style, event.palette))
    case "defaults.restore":
      return recordEdit(context, resetStyle(style))
    case "edit.undo":
      return { ...undo(steps, style), notice: null }
    case "edit.redo":
      return { ...redo(steps, style), notice: null }
    default:
      return {}
  }
}

const withStyleValue = (style: Style, portal: StyledPage, name: string, value: string): Style =>
  portal === "web" ? { ...style, web: setValue(style.web, name, value) } : { ...style, stats: { ...style.stats, [name]: value } }

/** The style is `style` now. `field` names what is edited; null for an edit that is whole by itself. */
const recordEdit = (context: StylingContext, style: Style, field: string | null = null): Change => ({
  style,
  steps: recordStep(context.steps, context.style, field),
  notice: null,
})

/** What the configurator knows once the server has told. */
export const storeLoaded = (context: StylingContext, { style, sideMenu, localDraft }: LoadedStyling): Change => {
  const whole = { ...style, web: applySideMenu(style.web, sideMenu) }
  return {
    ...context,
    serverStyle: style,
    savedStyle: whole,
    style: whole,
    sideMenu,
    steps: emptyHistory,
    isFirstSetup: isEmptyStyle(style),
    localDraft: localDraft,
    failure: null,
  }
}

/** The style as an earlier visit left it, as one step. What it was made on stays its base where the server's is another's of the same. */
export const restoreLocalDraft = (context: StylingContext): Change => {
  const { savedStyle, localDraft } = context
  if (localDraft === null) return {}
  const { base, style } = restoreStyleLocalDraft(savedStyle, localDraft)
  return {
    ...recordEdit({ ...context, style: base }, style),
    ...(base !== savedStyle && { serverStyle: base, savedStyle: base }),
    localDraft: null,
  }
}

/** The tab that an event leads to, with the preview that belongs to it; null where it leads to none. */
export const openTab = ({ tab, visitedTabs, scenario }: StylingContext, event: StylingEvent): Change | null => {
  const to = event.type === "tab.pick" ? event.tab : event.type === "wizard.continue" ? nextTab(tab, new Set(visitedTabs)) : null
  return to === null ? null : switchTab({ tab, visitedTabs: visitedTabs, scenario }, to)
}

/** The preview changes with the tab where it does not show what the tab is about. */
const switchTab = ({ tab, visitedTabs, scenario }: Pick<StylingContext, "tab" | "visitedTabs" | "scenario">, to: Tab): Change => ({
  tab: to,
  visitedTabs: visitedTabs.includes(to) ? visitedTabs : [...visitedTabs, to],
  scenario: chooseScenario(to, tab, scenario),
})

/** The style is on its way to the server. */
export const sending = ({ steps }: StylingContext): Change => ({ steps: markSent(steps), failure: null, notice: null })

/** It did not arrive. */
export const failSending = ({ steps }: StylingContext): Change => ({ steps: markNotSent(steps) })

/** The server has it, all of it or without the side menu; what was uploaded goes by its address from now on, also in what can be undone. */
export const applySaved = (context: StylingContext, { style, sideMenu, addresses }: SavedStyling): Change => {
  const readdressed = (it: Style): Style => (addresses.size === 0 ? it : styleAssets.replaceAddresses(it, addresses))
  const now = { serverStyle: style, style: readdressed(context.style), isSideMenuUnsaved: isFailure(sideMenu) }
  if (isFailure(sideMenu)) return { ...now, steps: mapStyles(markNotSent(context.steps), readdressed) }
  return {
    ...now,
    savedStyle: style,
    sideMenu,
    steps: mapStyles(markSaved(context.steps), readdressed),
    isFirstSetup: false,
    notice: "saved",
  }
}

/** Another style in place of this one: from a file, which leads to the first tab, or from another community. */
export const replaceStyle = (context: StylingContext, opened: OpenedStyle, news: "imported" | "taken"): Change =>
  opened._tag !== "Opened"
    ? {}
    : {
        ...recordEdit(context, opened.style),
        ...(news === "imported" && switchTab(context, "chat")),
        file: null,
        notice: news,
      }

/** Whether something can be made of what came from elsewhere; else what is said of it. */
export const findImportProblem = (
  opened: OpenedStyle,
): Exclude<OpenedStyle, { readonly _tag: "Opened" }> | AssetProblem | "nothing-there" | null =>
  opened._tag !== "Opened" ? opened : isEmptyStyle(opened.style) ? "nothing-there" : null

/** An image that could be read and shown is in the style, what was said of its size stays said. */
export const applyImage = (context: StylingContext, read: ImageReadResult): Change => {
  const { pickedUpload } = context
  if (pickedUpload === null) return {}
  const { name, file } = pickedUpload
  return typeof read === "string"
    ? { pickedUpload: null, uploadProblem: { name, bytes: file.bytes, problem: read } }
    : { pickedUpload: null, ...recordEdit(context, withStyleValue(context.style, "web", name, read.uri)) }
}

/** A font is in the style under the name that it has. */
export const applyFont = (context: StylingContext, read: FontReadResult): Change => {
  if (context.pickedUpload === null) return {}
  const { name, file } = context.pickedUpload
  if (read === null) return { pickedUpload: null, uploadProblem: { name, bytes: file.bytes, problem: "no-font" } }
  return { pickedUpload: null, ...recordEdit(context, { ...context.style, web: setFontFile(context.style.web, read) }) }
}
