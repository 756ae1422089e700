// The styling of a community's chats and statistics: every key, values with inheritance, warnings, uploads, the first-time wizard
// (spec/3-community §3, §5).
export { valueFindings } from "../style/check-value.ts"
export {
  type FontFamily,
  fontFamilies,
  fontFileExtensions,
  fontOf,
  isFontFileName,
  uploadedFamily,
  weightNames,
  weightsOf,
} from "../style/fonts.ts"
export { borderWidths, type Format, fontSizes, fontWeights, type StyleKey, type StyleTable } from "../style/key.ts"
export { type Portal, styleTables } from "../style/keys.ts"
export { linkNumbers, sideMenuOf, withSideMenu } from "../style/links.ts"
export { emptyStyle, isEmptyStyle, payloadOf, type Style, styleOf } from "../style/payload.ts"
export {
  type ChatScenario,
  isOfStats,
  type PreviewFrame,
  pauseAfter,
  previewFrames,
  previewScale,
  previewTimes,
  previewTitle,
  previewViewport,
  type StatsScenario,
  shownBy,
  story,
} from "../style/preview.ts"
export { type PreviewStatistics, previewStatistics } from "../style/preview-statistics.ts"
export { type Scenario, type Section, scenarios, sections, type Tab, tabs } from "../style/sections.ts"
export { type MessageShape, messageShapes, shapeOf, withShape } from "../style/shapes.ts"
export type { StatsName } from "../style/stats-keys.ts"
export { StylePayload } from "../style/style-payload.ts"
export {
  changedKeys,
  isLinkShown,
  isOn,
  resolved,
  type Stylesheet,
  switched,
  valueOf,
  withValue,
} from "../style/stylesheet.ts"
export { type ImageProblem, imageProblem, imageTypesOf, type Upload, uploadsOf, withUploaded } from "../style/uploads.ts"
export { isStyleValue } from "../style/value.ts"
export { type StyleWarning, styleWarnings, warningsOf } from "../style/warnings.ts"
export type { WebName } from "../style/web-keys.ts"
export { nextTab, wizardTabs } from "../style/wizard.ts"
