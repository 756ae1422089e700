// Constants of the style: toggles, default sizes, sections, preview questions and limits.
import { expect, test } from "vitest"
import { chatPreviewDemo } from "../../domain/catalog/en/preview-demo.ts"
import { demoStory, previewFrames, previewTimes } from "../../domain/preview/preview-protocol.ts"
import { buildPreviewQuestion, previewLimits } from "../../domain/preview/preview-question.ts"
import { restoreText } from "../../domain/questions/answer-draft.ts"
import { buildSideMenu } from "../../domain/style/side-menu-links.ts"
import { getUploadedFontFamily } from "../../domain/style/style-fonts.ts"
import { borderWidths, chatStyleKeys, fontSizes, type StyleKeyTable, scenarios, sections } from "../../domain/style/style-keys.ts"
import { findSectionWarnings, listOfferedKeys } from "../../domain/style/style-sections.ts"
import { largeImageBytes, maxImageBytes, maxInlineUriLength, roundUpToMegabytes } from "../../domain/style/style-uploads.ts"
import { isToggleOn, setToggle } from "../../domain/style/stylesheet.ts"

const web: StyleKeyTable = chatStyleKeys
const toggles = {
  font_source_google: ["1", "0", "off"],
  header_display: ["flex", "none", "on"],
  "header_background-size": ["cover", "0", "off"],
  header_expanded: ["1", "0", "off"],
  "header-logo_display": ["inline", "none", "on"],
  "header-expanded-logo_opacity": ["1", "0", "on"],
  sidemenu_display: ["flex", "none", "on"],
  "sidemenu_link_1-display": ["flex", "none", "off"],
  "sidemenu_link_2-display": ["flex", "none", "off"],
  "sidemenu_link_3-display": ["flex", "none", "off"],
  "sidemenu_link_4-display": ["flex", "none", "off"],
  "sidemenu_logo-display": ["flex", "none", "on"],
  "sidemenu_copyright-display": ["block", "none", "on"],
  "branding_message-display": ["block", "none", "on"],
  "message_box-shadow-enabled": ["1", "0", "off"],
  "input-control_box-shadow-enabled": ["1", "0", "off"],
} as const

test("each toggle stores its two strings and has its default", () => {
  expect(Object.keys(toggles).toSorted()).toEqual(
    Object.entries(web)
      .flatMap(([name, { kind }]) => (kind === "toggle" ? [name] : []))
      .toSorted(),
  )
  for (const [name, [on, off, defaultState]] of Object.entries(toggles)) {
    expect([name, setToggle({}, name, true)[name], setToggle({}, name, false)[name]]).toEqual([name, on, off])
    expect([name, isToggleOn(web, {}, name)]).toEqual([name, defaultState === "on"])
  }
})

test("sizes have their allowed values and defaults", () => {
  const sizes = {
    "body_font-weight": "400",
    "body_font-size": "1rem",
    "message_border-radius": "0.75em",
    "message_tail-border-radius": "0.75em",
    message_padding: "0.75em",
    "message_border-width": "0px",
    "choices_border-width": "1px",
    "input-control_border-width": "1px",
    "star_rating_border-width": "1px",
  }
  for (const [name, value] of Object.entries(sizes)) expect([name, web[name]?.default]).toEqual([name, value])
  expect([borderWidths, fontSizes]).toEqual([
    ["0px", "1px", "2px", "3px"],
    [".875rem", "1rem", "1.125rem"],
  ])
  expect(web["star_rating_border-width"]).toMatchObject({ oneOf: ["0px", "1px", "2px"] })
})

test("each section is previewed in its own scenario, and every scenario previews a section", () => {
  const previews = Object.entries(sections).map(([name, { scenario, ...rest }]) => [name, scenario, "also" in rest ? rest.also : null])
  expect(previews.filter(([, scenario]) => scenario !== "openAnswer" && scenario !== "averages")).toEqual([
    ["sidemenu", "sideMenu", null],
    ["choices", "choice", "dropdown"],
    ["slider", "slider", null],
    ["star-rating", "starRating", null],
    ["action-button", "actionsEnabled", "actionsDisabled"],
    ["validation", "invalid", null],
    ["bar", "barCharts", null],
    ["pie", "pieCharts", null],
  ])
  expect(new Set(previews.flatMap(([, scenario, also]) => [scenario, also]).filter((scenario) => scenario !== null))).toEqual(
    new Set([...scenarios.chat, ...scenarios.stats]),
  )
})

test("[T19] preview questions have the limits of the demo, and are answered where the answer has its own colors", () => {
  expect(previewLimits).toEqual({ open: { minimum: 20, maximum: 300 }, numeric: { minimum: 5, maximum: 95, stepSize: 5 } })
  for (const scenario of ["openAnswer", "invalid"] as const)
    expect(buildPreviewQuestion(scenario, chatPreviewDemo).question).toMatchObject({ type: "open", options: previewLimits.open })
  expect(buildPreviewQuestion("slider", chatPreviewDemo).question).toMatchObject({ type: "numeric", options: previewLimits.numeric })
  const short = restoreText(buildPreviewQuestion("invalid", chatPreviewDemo).draft).length
  expect([short > 0, short < previewLimits.open.minimum, buildPreviewQuestion("openAnswer", chatPreviewDemo).draft]).toEqual([
    true,
    true,
    null,
  ])
  expect([buildPreviewQuestion("choice", chatPreviewDemo).draft, buildPreviewQuestion("starRating", chatPreviewDemo).draft]).toEqual([
    [2],
    3,
  ])
})

test("times and frames of the preview and limits of files have the specified values", () => {
  expect([previewTimes.clockIntervalMs, previewTimes.resizeDelayMs, demoStory]).toEqual([
    6000,
    100,
    { start: 2000, step: 10_000, paragraphs: 5 },
  ])
  expect(previewFrames).toEqual({ mobile: { width: 430, height: 932 }, desktop: { width: 910, height: 860 } })
  expect([maxImageBytes, largeImageBytes, maxInlineUriLength]).toEqual([10_485_760, 1_153_433.6, 255])
  // One byte above the limit is not shown as the limit.
  expect([maxImageBytes, maxImageBytes + 1, largeImageBytes, 1].map(roundUpToMegabytes)).toEqual([10, 10.1, 1.1, 0.1])
})

test("[T15] the Google family is offered while Google fonts are on, the other family while they are off", () => {
  const offered = (sheet: Readonly<Record<string, string>>) => listOfferedKeys("web", "font", sheet).filter((name) => name.includes("fam"))
  expect([offered({}), offered({ font_source_google: "1" })]).toEqual([["body_font-family"], ["body_google_font-family"]])
})

test("warnings about the header and the side menu appear in the section that fixes them", () => {
  expect(findSectionWarnings("sidemenu", { header_display: "none" })).toEqual(["sidemenu-without-header"])
  expect(findSectionWarnings("sidemenu", { sidemenu_display: "none" })).toEqual(["header-without-sidemenu"])
  expect(findSectionWarnings("header", { header_display: "none", sidemenu_display: "none" })).toEqual(["header-and-sidemenu-off"])
})

test("a family name of 3 characters in a font file is used, one of 2 is not", () => {
  expect([getUploadedFontFamily("Abc", "file.woff2"), getUploadedFontFamily("Ab", "file.woff2")]).toEqual(["Abc", "file"])
})

test("[T12] a link text that is too long for the side menu is truncated", () => {
  const link = { "sidemenu_link_1-display": "flex", "sidemenu_link_1-url": "https://a.example" }
  expect(buildSideMenu({ ...link, "sidemenu_link_1-content": "é".repeat(300) }).links.map(({ content }) => content.length)).toEqual([100])
})
