// The edits of a style, their undo history, and which tab and preview are shown.

import { isFailure } from "../../domain/failures/failure.ts"
import type { AssetProblem } from "../../domain/files/asset-transfer.ts"
import { isEmptyStyle, resetStyle, type Style } from "../../domain/style/community-style.ts"
import { applySideMenu } from "../../domain/style/side-menu-links.ts"
import { removeFontFile, setFontFamily, setFontFile } from "../../domain/style/style-fonts.ts"
import type { StyledPage, Tab } from "../../domain/style/style-keys.ts"
import { restoreStyleLocalDraft } from "../../domain/style/style-merge.ts"
import { applyPalette, setMessageShape } from "../../domain/style/style-presets.ts"
import { chooseScenario, findNextTab } from "../../domain/style/style-sections.ts"
import { styleAssets } from "../../domain/style/style-uploads.ts"
import { setToggle, setValue } from "../../domain/style/stylesheet.ts"
import type {
  FontReadResult,
  ImageReadResult,
  LoadedStyling,
  OpenedStyle,
  SavedStyling,
  StyleHistory,
  StylingContext,
  StylingEvent,
} from "./styling-model.ts"

/** The history of a loaded style without edits. */
export const emptyHistory: StyleHistory = { past: [], future: [], field: null, stepsSinceSaved: 0, stepsSinceSent: null }

/** Maximum number of steps that can be undone; older ones are dropped. */
export const maxSteps = 200

/** Returns the history after an edit of `before`; `field` names what was edited, null for a step of its own. */
export const recordStep = (steps: StyleHistory, before: Style, field: string | null): StyleHistory =>
  field !== null && field === steps.field
    ? { ...steps, future: [] }
    : { ...countSteps(steps, (from) => Math.abs(from) + 1), past: [...steps.past, before].slice(-maxSteps), future: [], field }

/** Recounts the distance to the saved style; an edit that replaces undone steps does not get closer to it. */
const countSteps = (steps: StyleHistory, by: (from: number) => number): StyleHistory => ({
  ...steps,
  stepsSinceSaved: by(steps.stepsSinceSaved),
  stepsSinceSent: steps.stepsSinceSent === null ? null : by(steps.stepsSinceSent),
  field: null,
})

/** Makes the next edit a step of its own. */
export const endTyping = (steps: StyleHistory): StyleHistory => (steps.field === null ? steps : { ...steps, field: null })

type HistoryMove = { readonly style: Style; readonly steps: StyleHistory }

/** Returns the style and history one step back; null if there is no step. */
export const undo = (steps: StyleHistory, style: Style): HistoryMove | null => {
  const before = steps.past.at(-1)
  if (before === undefined) return null
  return {
    style: before,
    steps: { ...countSteps(steps, (from) => from - 1), past: steps.past.slice(0, -1), future: [...steps.future, style] },
  }
}

/** Returns the style and history one step forward; null if nothing was undone. */
export const redo = (steps: StyleHistory, style: Style): HistoryMove | null => {
  const after = steps.future.at(-1)
  if (after === undefined) return null
  return {
    style: after,
    steps: { ...countSteps(steps, (from) => from + 1), past: [...steps.past, style], future: steps.future.slice(0, -1) },
  }
}

/** Returns the history once the current style is sent; the next edit is a step of its own. */
export const markSent = (steps: StyleHistory): StyleHistory => ({ ...steps, field: null, stepsSinceSent: 0 })

/** Returns the history once sending has failed. */
export const markNotSent = (steps: StyleHistory): StyleHistory => ({ ...steps, stepsSinceSent: null })

/** Returns the history once the server has stored the sent style. */
export const markSaved = (steps: StyleHistory): StyleHistory => ({
  ...steps,
  stepsSinceSaved: steps.stepsSinceSent ?? steps.stepsSinceSaved,
  stepsSinceSent: null,
})

/** Applies `change` to every style in the history. */
export const mapStyles = (steps: StyleHistory, change: (style: Style) => Style): StyleHistory => ({
  ...steps,
  past: steps.past.map(change),
  future: steps.future.map(change),
})

type Change = Partial<StylingContext>

/** Returns the context changes of an edit. */
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

/** Replaces the style. `field` names what was edited; null for a step of its own. */
const recordEdit = (context: StylingContext, style: Style, field: string | null = null): Change => ({
  style,
  steps: recordStep(context.steps, context.style, field),
  notice: null,
})

/** Returns the context once the style is loaded. */
export const storeLoaded = (context: StylingContext, { style, sideMenu, localDraft }: LoadedStyling): Change => {
  const styleWithLinks = { ...style, web: applySideMenu(style.web, sideMenu) }
  return {
    ...context,
    serverStyle: style,
    savedStyle: styleWithLinks,
    style: styleWithLinks,
    sideMenu,
    steps: emptyHistory,
    isFirstSetup: isEmptyStyle(style),
    localDraft: localDraft,
    failure: null,
  }
}

/**
 * [T17] Returns the context changes that restore the local draft, as one step. If someone else has changed the same values
 * since, the draft keeps its base, so that the next save finds the conflict.
 */
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

/** Returns the changes that open the tab of an event, with its preview; null if the event opens no tab. */
export const openTab = ({ tab, visitedTabs, scenario }: StylingContext, event: StylingEvent): Change | null => {
  const to = event.type === "tab.pick" ? event.tab : event.type === "wizard.continue" ? findNextTab(tab, new Set(visitedTabs)) : null
  return to === null ? null : switchTab({ tab, visitedTabs: visitedTabs, scenario }, to)
}

/** The preview scenario changes with the tab only if it does not show what the tab edits. */
const switchTab = ({ tab, visitedTabs, scenario }: Pick<StylingContext, "tab" | "visitedTabs" | "scenario">, to: Tab): Change => ({
  tab: to,
  visitedTabs: visitedTabs.includes(to) ? visitedTabs : [...visitedTabs, to],
  scenario: chooseScenario(to, tab, scenario),
})

/** Returns the context changes when sending begins. */
export const startSending = ({ steps }: StylingContext): Change => ({ steps: markSent(steps), failure: null, notice: null })

/** Returns the context changes when sending has failed. */
export const failSending = ({ steps }: StylingContext): Change => ({ steps: markNotSent(steps) })

/**
 * Returns the context changes after a save, with or without its side menu. Uploaded assets are replaced by their addresses,
 * also in the undo history.
 */
export const applySaved = (context: StylingContext, { style, sideMenu, addresses }: SavedStyling): Change => {
  const replaceUploads = (uploaded: Style): Style => (addresses.size === 0 ? uploaded : styleAssets.replaceAddresses(uploaded, addresses))
  const change = { serverStyle: style, style: replaceUploads(context.style), isSideMenuUnsaved: isFailure(sideMenu) }
  if (isFailure(sideMenu)) return { ...change, steps: mapStyles(markNotSent(context.steps), replaceUploads) }
  return {
    ...change,
    savedStyle: style,
    sideMenu,
    steps: mapStyles(markSaved(context.steps), replaceUploads),
    isFirstSetup: false,
    notice: "saved",
  }
}

/** Returns the changes that replace the style: from a file, which also opens the first tab, or from another community. */
export const replaceStyle = (context: StylingContext, opened: OpenedStyle, notice: "imported" | "taken"): Change =>
  opened._tag !== "Opened"
    ? {}
    : {
        ...recordEdit(context, opened.style),
        ...(notice === "imported" && switchTab(context, "chat")),
        file: null,
        notice,
      }

/** Returns why a style that was read cannot be used; null if it can. */
export const findImportProblem = (
  opened: OpenedStyle,
): Exclude<OpenedStyle, { readonly _tag: "Opened" }> | AssetProblem | "nothing-there" | null =>
  opened._tag !== "Opened" ? opened : isEmptyStyle(opened.style) ? "nothing-there" : null

/** Returns the changes that add an image to the style, or show its problem. A size warning stays. */
export const applyImage = (context: StylingContext, read: ImageReadResult): Change => {
  const { pickedUpload } = context
  if (pickedUpload === null) return {}
  const { name, file } = pickedUpload
  return typeof read === "string"
    ? { pickedUpload: null, uploadProblem: { name, bytes: file.bytes, problem: read } }
    : { pickedUpload: null, ...recordEdit(context, withStyleValue(context.style, "web", name, read.uri)) }
}

/** Returns the changes that add a font to the style under its own name, or show its problem. */
export const applyFont = (context: StylingContext, read: FontReadResult): Change => {
  if (context.pickedUpload === null) return {}
  const { name, file } = context.pickedUpload
  if (read === null) return { pickedUpload: null, uploadProblem: { name, bytes: file.bytes, problem: "no-font" } }
  return { pickedUpload: null, ...recordEdit(context, { ...context.style, web: setFontFile(context.style.web, read) }) }
}
