// Images and other files within scripts and styles: taken into a file and out of one, told apart by their bytes, made harmless.

export { type Asset, type AssetFault, isDataUri, isUpload, readDataUri, writeDataUri } from "../assets/asset-address.ts"
export {
  type AssetProblem,
  batches,
  type Carrier,
  type Embedded,
  embeddedIn,
  mostBatchBytes,
  scriptAssets,
  withInlined,
} from "../assets/asset-transfer.ts"
export { sanitiseSvg } from "../assets/svg-sanitizer.ts"
export {
  type FileKind,
  fileKindOf,
  isUploadEnding,
  mediaTypes,
  mostMessageImageBytes,
  mostUploadBytes,
  type UploadEnding,
} from "../assets/upload-validation.ts"
export { styleAssets } from "../style/style-uploads.ts"
