// Lengths of a text: in bytes of UTF-8, and in code points.

/** The length in UTF-8 bytes; a lone surrogate counts as the three bytes of its replacement. */
export const utf8ByteLength = (text: string): number => {
  let bytes = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return bytes
}

/** Returns the length of a text in code points, in which limits are counted. */
export const countCodePoints = (text: string): number => {
  let length = text.length
  for (let index = text.search(surrogatePair); index !== -1 && index < text.length; index++)
    if (isHighSurrogate(text.charCodeAt(index)) && isLowSurrogate(text.charCodeAt(index + 1))) {
      length--
      index++
    }
  return length
}

/** Most texts have no surrogate pairs; one search rules them out. */
const surrogatePair = /[\ud800-\udbff][\udc00-\udfff]/
const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff
const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff
