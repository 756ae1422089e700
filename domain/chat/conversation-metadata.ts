// Metadata of a conversation, from its link and the URL of the chat (E7).
import { foldCase, stripBidiControls, utf8ByteLength } from "../text/text-input.ts"

/**
 * [E7] Maximum number of parameters, maximum lengths of their names and values in characters, and the maximum size of all
 * of them in bytes, as JSON in UTF-8.
 */
export const metadataLimits = { parameters: 50, name: 100, value: 1000, bytes: 8 * 1024 } as const

/** [L2] Maximum characters of the metadata that a link is made with, as JSON: exports read those of many conversations. */
export const maxLinkMetadataLength = 64 * 1024

/** [L2] Returns whether a link can have this metadata. */
export const isLinkMetadataTooLong = (metadata: Readonly<Record<string, string>>): boolean =>
  JSON.stringify(metadata).length > maxLinkMetadataLength

/** Parameters that never become metadata: `l` is the language; `__proto__` is not a valid field name [F7]. */
const reservedParameters: ReadonlySet<string> = new Set(["l", "__proto__"])

/** [E7] Returns the metadata from the query parameters of a chat URL; whatever exceeds the limits is dropped. */
export const parseMetadata = (parameters: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  const accepted = Object.entries(parameters)
    .filter(
      ([name, value]) =>
        !reservedParameters.has(name) && name.trim() !== "" && name.length <= metadataLimits.name && value.length <= metadataLimits.value,
    )
    .slice(0, metadataLimits.parameters)
    .map(([name, value]) => [name, stripBidiControls(value)] as const)
  // The braces of the object; each parameter adds a colon and a comma.
  let bytes = 2
  const fitting = accepted.filter(([name, value]) => {
    const added = utf8ByteLength(JSON.stringify(name)) + utf8ByteLength(JSON.stringify(value)) + 2
    if (bytes + added > metadataLimits.bytes) return false
    bytes += added
    return true
  })
  return Object.fromEntries(fitting)
}

/**
 * [E7] Returns the metadata that a conversation starts with: everything stored with its link, plus the URL parameters
 * that the link does not define, compared case-insensitively. A null in `linkMetadata` means "left empty when the link was
 * made": no URL can fill it in.
 */
export const mergeMetadata = (
  linkMetadata: Readonly<Record<string, unknown>>,
  parameters: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> => {
  const named = new Set(Object.keys(linkMetadata).map(metadataKey))
  return Object.fromEntries([
    ...Object.entries(linkMetadata).filter(([, value]) => value !== null),
    ...Object.entries(parseMetadata(parameters)).filter(([name]) => !named.has(metadataKey(name))),
  ])
}

/** People who write links by hand ignore the case and the surrounding white space of a column heading. */
const metadataKey = (name: string): string => foldCase(name.trim())
