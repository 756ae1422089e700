// Script and style files: opening, sealing, resealing, naming; parsing and decoding JSON without throwing.

export { resealFile } from "../files/file-check.ts"
export {
  checksumSalts,
  computeChecksum,
  type Digest,
  fileVersions,
  getSchemaPath,
  type SchemaKind,
  type SealedFileKind,
  schemaKinds,
} from "../files/file-envelope.ts"
export { createJsonSchema } from "../files/json-schemas.ts"
export { type OpenScriptFileResult, openScriptFile, scriptFileName, sealScriptFile } from "../files/script-file.ts"
export { type OpenedStyle, openStyleFile, sealStyleFile, styleFileName } from "../files/style-file.ts"
export { canonicalJson, type NotCanonical } from "../json/canonical-json.ts"
export { createLineIndex } from "../json/json-locations.ts"
export { toJsonPointer } from "../json/json-value.ts"
export { findPointerOffsets, type JsonParseResult, maxJsonDepth, maxJsonValues, parseJson } from "../schema/json-parser.ts"
export { decodeUnknown } from "../schema/schema-decoder.ts"
export { toSafeFileName } from "../text/text-input.ts"
