// The styling of a community's chats and statistics: every key, values with inheritance, warnings, uploads, the first-time wizard
// (spec/3-community §3, §5).

export { emptyStyle, isEmptyStyle, payloadOf, type Style, styleOf } from "../style/community-style.ts"
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
} from "../style/preview-protocol.ts"
export { type PreviewStatistics, previewStatistics } from "../style/preview-statistics.ts"
export { linkNumbers, sideMenuOf, withSideMenu } from "../style/side-menu-links.ts"
export { valueFindings } from "../style/style-file.ts"
export {
  type FontFamily,
  fontFamilies,
  fontFileExtensions,
  fontOf,
  isFontFileName,
  uploadedFamily,
  weightNames,
  weightsOf,
} from "../style/style-fonts.ts"
export {
  borderWidths,
  type Format,
  fontSizes,
  fontWeights,
  type Portal,
  type StatsName,
  type StyleKey,
  type StyleTable,
  styleTables,
  type WebName,
} from "../style/style-keys.ts"
export { StylePayload } from "../style/style-payload.ts"
export { type MessageShape, messageShapes, shapeOf, withShape } from "../style/style-presets.ts"
export {
  nextTab,
  type Scenario,
  type Section,
  type StyleWarning,
  scenarios,
  sections,
  styleWarnings,
  type Tab,
  tabs,
  warningsOf,
  wizardTabs,
} from "../style/style-sections.ts"
export { type ImageProblem, imageProblem, imageTypesOf, type Upload, uploadsOf, withUploaded } from "../style/style-uploads.ts"
export {
  changedKeys,
  isLinkShown,
  isOn,
  isStyleValue,
  resolved,
  type Stylesheet,
  switched,
  valueOf,
  withValue,
} from "../style/stylesheet.ts"
