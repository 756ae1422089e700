// Images and other files within scripts and styles: taken into a file and out of one, told apart by their bytes, made harmless.
export { type AssetProblem, batches, type Carrier, type Embedded, embeddedIn, mostBatchBytes, withInlined } from "../assets/carry.ts"
export { type Asset, type AssetFault, isDataUri, readDataUri, writeDataUri } from "../assets/data-uri.ts"
export { type FileKind, fileKindOf, isUploadEnding, mediaTypes, type UploadEnding } from "../assets/file-kind.ts"
export { scriptAssets } from "../assets/script-assets.ts"
export { styleAssets } from "../assets/style-assets.ts"
export { sanitiseSvg } from "../assets/svg/sanitise.ts"
export { isUpload } from "../assets/upload-address.ts"
export { mostMessageImageBytes, mostUploadBytes } from "../assets/upload-limits.ts"
