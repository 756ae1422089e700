// What the address of a chat says of the respondent (decisions E7).
import { foldCase, stripBidiControls } from "../text/text-input.ts"

/** [E7] Parameters that are kept, and the characters of their names and values. */
export const metadataLimits = { parameters: 50, name: 100, value: 1000 } as const

/** Parameters that say something to the page, not of the respondent: `l` is the language. `__proto__` is the name of no field (decisions F7). */
const ownParameters: ReadonlySet<string> = new Set(["l", "__proto__"])

/** The metadata that the parameters of an address stand for; what is beyond the limits is left out. */
export const parseMetadata = (parameters: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(parameters)
      .filter(
        ([name, value]) =>
          !ownParameters.has(name) && name.trim() !== "" && name.length <= metadataLimits.name && value.length <= metadataLimits.value,
      )
      .slice(0, metadataLimits.parameters)
      .map(([name, value]) => [name, stripBidiControls(value)]),
  )

/**
 * [E7] What a conversation begins with: all that was said of it when its link was made, and of its address what that does not name, in any
 * case. `known`
 * holds null for what was named and left empty: that stays unsaid, whatever an address says.
 */
export const mergeMetadata = (
  known: Readonly<Record<string, unknown>>,
  parameters: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> => {
  const named = new Set(Object.keys(known).map(nameKey))
  return Object.fromEntries([
    ...Object.entries(known).filter(([, value]) => value !== null),
    ...Object.entries(parseMetadata(parameters)).filter(([name]) => !named.has(nameKey(name))),
  ])
}

/** Who writes a link by hand minds neither the case of a list's heading nor the white space around it. */
const nameKey = (name: string): string => foldCase(name.trim())
