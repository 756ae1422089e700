// The bodies that take the server most time and memory: as large as it accepts, or with as many values, tags or mismatches.
import { maxLargeBytes, maxRequestValues } from "../../domain/conversations/conversation-limits.ts"
import { createInstructions } from "../fixtures/live-script.ts"

/** Bytes below the limit, by which the rest of the body has room. */
const maxBytes = maxLargeBytes - 64 * 1024
/** Values below the limit for signed-in users, by which the rest of the body has room. */
const maxValues = maxRequestValues.signedIn - 100

const join = (item: string, count: number): string => `${`${item},`.repeat(count - 1)}${item}`
const fill = (unit: string, bytes = maxBytes): string => unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)))
const scriptWith = (fields: object): string =>
  JSON.stringify({ script: { name: "Large", public_name: "Large", language: "nl", ...fields }, markedForDelete: [] })
const messageOf = (says: string): string => scriptWith({ instructions: createInstructions({ type: "message", says }) })

/** Builders of bodies for a save of a script, by what is large about them. */
export const largeBodies = {
  "instructions of a wrong shape": () => `{"script":{"instructions":[${join('{"type":1}', maxValues / 2)}]},"markedForDelete":[]}`,
  "wrong uuids to remove": () => `{"script":{"instructions":[]},"markedForDelete":[${join("0", maxValues)}]}`,
  "numbers beyond any range": () => `{"script":[${join("1e999", maxValues)}]}`,
  // Each field has at most 10 bytes with its comma.
  "distinct field names": () =>
    `{"script":{${Array.from({ length: Math.min(maxValues, Math.floor(maxBytes / 10)) }, (_, i) => `"k${i.toString(36)}":0`).join(",")}}}`,
  "empty objects": () => `{"script":[${join("{}", maxValues / 2)}]}`,
  "more values than are accepted": () => `{"script":[${join("[0]", maxValues)}]}`,
  "deep nesting": () => `{"script":${"[".repeat(maxBytes / 2)}${"]".repeat(maxBytes / 2)}}`,
  "a number of millions of digits": () => `{"script":${fill("1")}}`,
  "white space": () => `{"script":${fill(" ")}0}`,
  "escaped quotes": () => `{"script":"${fill('\\"')}"}`,
  "escapes of wide characters": () => `{"script":"${fill("\\u6f22")}"}`,
  "a text of wide characters": () => messageOf(fill("漢")),
  "a text of one wide character": () => messageOf(`漢${fill("x")}`),
  "tags that never end": () => messageOf(fill("<")),
  "nested paragraphs": () => messageOf(fill("<p>")),
  "references to characters": () => messageOf(fill("&amp;")),
  "ends of tags": () => messageOf(fill(">")),
  recalls: () => messageOf(fill("{{a}}")),
  "many short instructions": () =>
    scriptWith({ instructions: Array.from({ length: maxBytes / 256 }, () => createInstructions({ type: "message" })).flat() }),
  "a long condition": () => scriptWith({ instructions: createInstructions({ type: "message", condition: fill("(a == 1 && ") }) }),
} as const satisfies Readonly<Record<string, () => string>>
