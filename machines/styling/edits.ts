// The edits: what each makes of the style and of the steps of undo, and which tab and preview are shown. The rules are the domain's.
import type { AssetProblem } from "../../domain/assets/carry.ts"
import { styleAssets } from "../../domain/assets/style-assets.ts"
import { isFailure } from "../../domain/failure.ts"
import { withFamily, withFontFile, withoutFontFile } from "../../domain/style/fonts.ts"
import { broughtBack } from "../../domain/style/kept-style.ts"
import type { Portal } from "../../domain/style/keys.ts"
import { withSideMenu } from "../../domain/style/links.ts"
import { withPalette } from "../../domain/style/palettes.ts"
import { isEmptyStyle, type Style, withDefaults } from "../../domain/style/payload.ts"
import { scenarioOn, type Tab } from "../../domain/style/sections.ts"
import { withShape } from "../../domain/style/shapes.ts"
import { switched, withValue } from "../../domain/style/stylesheet.ts"
import { nextTab } from "../../domain/style/wizard.ts"
import type { OpenedStyle, ReadFont, ReadImage, ReadStyling, SavedStyling, StylingContext, StylingEvent } from "./setup.ts"
import { arrived, lost, mapped, noSteps, redone, sentNow, stepped, undone } from "./steps.ts"

type Change = Partial<StylingContext>

/** What an edit makes of the configurator. */
export const edit = (context: StylingContext, event: StylingEvent): Change => {
  const { style, steps } = context
  switch (event.type) {
    case "value.set":
      return edited(context, withStyleValue(style, event.portal, event.name, event.value), `${event.portal} ${event.name}`)
    case "toggle.set":
      return edited(context, { ...style, web: switched(style.web, event.name, event.on) })
    case "shape.pick":
      return edited(context, { ...style, web: withShape(style.web, event.shape) })
    case "family.pick":
      return edited(context, { ...style, web: withFamily(style.web, event.family) })
    case "font.remove":
      return edited(context, { ...style, web: withoutFontFile(style.web) })
    case "palette.pick":
      return edited(context, withPalette(style, event.palette))
    case "defaults.restore":
      return edited(context, withDefaults(style))
    case "edit.undo":
      return { ...undone(steps, style), news: null }
    case "edit.redo":
      return { ...redone(steps, style), news: null }
    default:
      return {}
  }
}

const withStyleValue = (style: Style, portal: Portal, name: string, value: string): Style =>
  portal === "web" ? { ...style, web: withValue(style.web, name, value) } : { ...style, stats: { ...style.stats, [name]: value } }

/** The style is `style` now. `field` names what is edited; null for an edit that is whole by itself. */
const edited = (context: StylingContext, style: Style, field: string | null = null): Change => ({
  style,
  steps: stepped(context.steps, context.style, field),
  news: null,
})

/** What the configurator knows once the server has told. */
export const known = (context: StylingContext, { style, sideMenu, left }: ReadStyling): Change => {
  const whole = { ...style, web: withSideMenu(style.web, sideMenu) }
  return {
    ...context,
    base: style,
    saved: whole,
    style: whole,
    sideMenu,
    steps: noSteps,
    isFirst: isEmptyStyle(style),
    left,
    failure: null,
  }
}

/** The style as an earlier visit left it, as one step. What it was made on stays its base where the server's is another's of the same. */
export const restored = (context: StylingContext): Change => {
  const { saved, left } = context
  if (left === null) return {}
  const { base, style } = broughtBack(saved, left)
  return { ...edited({ ...context, style: base }, style), ...(base !== saved && { base, saved: base }), left: null }
}

/** The tab that an event leads to, with the preview that belongs to it; null where it leads to none. */
export const shownOn = ({ tab, seen, scenario }: StylingContext, event: StylingEvent): Change | null => {
  const to = event.type === "tab.pick" ? event.tab : event.type === "wizard.continue" ? nextTab(tab, new Set(seen)) : null
  return to === null ? null : turned({ tab, seen, scenario }, to)
}

/** The preview changes with the tab where it does not show what the tab is about. */
const turned = ({ tab, seen, scenario }: Pick<StylingContext, "tab" | "seen" | "scenario">, to: Tab): Change => ({
  tab: to,
  seen: seen.includes(to) ? seen : [...seen, to],
  scenario: scenarioOn(to, tab, scenario),
})

/** The style is on its way to the server. */
export const sending = ({ steps }: StylingContext): Change => ({ steps: sentNow(steps), failure: null, news: null })

/** It did not arrive. */
export const unsent = ({ steps }: StylingContext): Change => ({ steps: lost(steps) })

/** The server has it, all of it or without the side menu; what was uploaded goes by its address from now on, also in what can be undone. */
export const acknowledged = (context: StylingContext, { style, sideMenu, addresses }: SavedStyling): Change => {
  const readdressed = (it: Style): Style => (addresses.size === 0 ? it : styleAssets.readdressed(it, addresses))
  const now = { base: style, style: readdressed(context.style), isHalfKept: isFailure(sideMenu) }
  if (isFailure(sideMenu)) return { ...now, steps: mapped(lost(context.steps), readdressed) }
  return {
    ...now,
    saved: style,
    sideMenu,
    steps: mapped(arrived(context.steps), readdressed),
    isFirst: false,
    news: "saved",
  }
}

/** Another style in place of this one: from a file, which leads to the first tab, or from another community. */
export const replaced = (context: StylingContext, opened: OpenedStyle, news: "imported" | "taken"): Change =>
  opened._tag !== "Opened"
    ? {}
    : {
        ...edited(context, opened.style),
        ...(news === "imported" && turned(context, "chat")),
        file: null,
        news,
      }

/** Whether something can be made of what came from elsewhere; else what is said of it. */
export const takeable = (opened: OpenedStyle): Exclude<OpenedStyle, { readonly _tag: "Opened" }> | AssetProblem | "nothing-there" | null =>
  opened._tag !== "Opened" ? opened : isEmptyStyle(opened.style) ? "nothing-there" : null

/** An image that could be read and shown is in the style, what was said of its size stays said. */
export const pictured = (context: StylingContext, read: ReadImage): Change => {
  const { picking } = context
  if (picking === null) return {}
  const { name, file } = picking
  return typeof read === "string"
    ? { picking: null, pickProblem: { name, bytes: file.bytes, problem: read } }
    : { picking: null, ...edited(context, withStyleValue(context.style, "web", name, read.uri)) }
}

/** A font is in the style under the name that it has. */
export const fonted = (context: StylingContext, read: ReadFont): Change => {
  if (context.picking === null) return {}
  const { name, file } = context.picking
  if (read === null) return { picking: null, pickProblem: { name, bytes: file.bytes, problem: "no-font" } }
  return { picking: null, ...edited(context, { ...context.style, web: withFontFile(context.style.web, read) }) }
}
