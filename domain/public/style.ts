// Styles: keys, values with inheritance, warnings, uploads, previews, the wizard.

export { decodeStyle, emptyStyle, encodeStyle, isEmptyStyle, type Style } from "../style/community-style.ts"
export {
  type ChatScenario,
  demoStory,
  demoStoryDelayMs,
  isStatsScenario,
  type PreviewFrame,
  previewFrames,
  previewScale,
  previewTimes,
  previewTitle,
  previewViewport,
  type StatsScenario,
  scenarioPage,
} from "../style/preview-protocol.ts"
export { type PreviewStatistics, previewStatistics } from "../style/preview-statistics.ts"
export { applySideMenu, sideMenuLinkNumbers, sideMenuOf } from "../style/side-menu-links.ts"
export { styleValueFindings } from "../style/style-file.ts"
export {
  type FontFamily,
  familyWeights,
  fontFamilies,
  fontFileExtensions,
  fontOf,
  isFontFileName,
  uploadedFamily,
  weightNames,
} from "../style/style-fonts.ts"
export {
  borderWidths,
  type ChatStyleKey,
  fontSizes,
  fontWeights,
  type StatsStyleKey,
  type StyledPage,
  type StyleKey,
  type StyleKeyTable,
  type StyleValueFormat,
  styleTables,
} from "../style/style-keys.ts"
export { StylePayload } from "../style/style-payload.ts"
export { type MessageShape, messageShapes, setMessageShape, shapeOf } from "../style/style-presets.ts"
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
export { applyUploads, type ImageProblem, imageProblem, imageTypesOf, pendingUploads, type Upload } from "../style/style-uploads.ts"
export {
  changedKeys,
  isLinkRowVisible,
  isStyleValue,
  isToggleOn,
  resolveStylesheet,
  resolveValue,
  type Stylesheet,
  setToggle,
  setValue,
} from "../style/stylesheet.ts"
