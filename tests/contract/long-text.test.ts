// Long texts of responses are encoded in several turns of the event loop.
import { expect, test } from "vitest"
import { encodeInParts } from "../../adapters/server/http/long-text.ts"

test.each(["", "ab", "abc", "abcdefg", "漢字漢字漢", "😀😀😀", "a😀b😀", "ab😀", "a\ud83d"])(
  "%j has the same bytes in parts of three characters",
  async (text) => {
    const parts = []
    for await (const part of encodeInParts(text, 3)) parts.push(part)
    expect(Buffer.concat(parts)).toEqual(Buffer.from(text))
  },
)

test("each part is encoded in a turn of its own", async () => {
  const order: Array<string> = []
  for await (const part of encodeInParts("abc", 1)) {
    order.push(part.toString())
    setImmediate(() => order.push("others"))
  }
  expect(order).toEqual(["a", "others", "b", "others", "c"])
})
