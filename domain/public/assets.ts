// Images and other files in scripts and styles: inlined into files and extracted from them, detected by content, sanitized.

export {
  type Asset,
  type AssetHolder,
  type DataUriProblem,
  isDataUri,
  isUploadAddress,
  parseDataUri,
  printDataUri,
} from "../assets/asset-address.ts"
export { sanitizeSvg } from "../assets/svg-sanitizer.ts"
export {
  detectFileKind,
  type FileKind,
  isUploadExtension,
  maxMessageImageBytes,
  mediaTypes,
  type UploadExtension,
} from "../assets/upload-validation.ts"
export {
  type AssetProblem,
  batchAssets,
  type EmbeddedAsset,
  extractEmbeddedAssets,
  inlineAssets,
  maxBatchBytes,
  scriptAssets,
} from "../files/asset-transfer.ts"
export { maxUploadBytes, styleAssets } from "../style/style-uploads.ts"
