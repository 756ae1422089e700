// Script and style files: opened, sealed, sealed again after an edit by hand, and named (contract "Files"). JSON read without throwing.

export { resealed } from "../files/file-check.ts"
export { checksum, type Digest, type FileKind, fileVersions, salts } from "../files/file-envelope.ts"
export { type OpenedFile, openScriptFile, safeName, scriptFileName, sealScriptFile } from "../files/script-file.ts"
export { canonicalJson, type NotCanonical } from "../json/canonical-json.ts"
export { linesOf } from "../json/json-locations.ts"
export { mostLevels, mostValues, pointerTo, type ReadJson, readJson, startsOf } from "../json/json-parser.ts"
export { readAs } from "../schema/schema-decoder.ts"
export { type OpenedStyle, openStyleFile, sealStyleFile, styleFileName } from "../style/style-file.ts"
