// Styles: keys, values with inheritance, warnings, uploads, previews, the wizard.

export { styleValueFindings } from "../files/style-file.ts"
export {
  type ChatScenario,
  demoStory,
  getDemoStoryDelayMs,
  getScenarioPage,
  isStatsScenario,
  type PreviewFrame,
  previewFrames,
  previewScale,
  previewTimes,
  previewTitle,
  previewViewport,
  type StatsScenario,
} from "../preview/preview-protocol.ts"
export { type PreviewStatistics, previewStatistics } from "../preview/preview-statistics.ts"
export { decodeStyle, emptyStyle, encodeStyle, isEmptyStyle, type Style } from "../style/community-style.ts"
export { applySideMenu, buildSideMenu, sideMenuLinkNumbers } from "../style/side-menu-links.ts"
export {
  type FontFamily,
  fontFamilies,
  fontFileExtensions,
  getFont,
  getUploadedFontFamily,
  isFontFileName,
  listFamilyWeights,
  weightNames,
} from "../style/style-fonts.ts"
export {
  borderWidths,
  type ChatStyleKey,
  fontSizes,
  fontWeights,
  type Scenario,
  type Section,
  type StatsStyleKey,
  type StyledPage,
  type StyleKey,
  type StyleKeyTable,
  type StyleValueFormat,
  scenarios,
  sections,
  styleTables,
  type Tab,
  tabs,
} from "../style/style-keys.ts"
export { StylePayload } from "../style/style-payload-schema.ts"
export { findMessageShape, type MessageShape, messageShapes, setMessageShape } from "../style/style-presets.ts"
export { findNextTab, findStyleWarnings, type StyleWarning, styleWarnings, wizardTabs } from "../style/style-sections.ts"
export { applyUploads, type ImageProblem, imageProblem, listImageTypes, listPendingUploads, type Upload } from "../style/style-uploads.ts"
export {
  isLinkRowVisible,
  isStyleValue,
  isToggleOn,
  listChangedKeys,
  resolveStylesheet,
  resolveValue,
  type Stylesheet,
  setToggle,
  setValue,
} from "../style/stylesheet.ts"
