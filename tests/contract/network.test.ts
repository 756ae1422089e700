// Whom an address stands for where something is counted by it: whoever has a whole network of them is one (reliability "limits per address").
import fc from "fast-check"
import { expect, test } from "vitest"
import { toNetworkPrefix } from "../../adapters/server/security/rate-limit.ts"

const part = fc.integer({ min: 1, max: 0xffff }).map((number) => number.toString(16))
const front = fc.tuple(part, part, part, part).map((parts) => parts.join(":"))

test("all addresses of one IPv6 customer are one, however they are written; those of another are another", () => {
  fc.assert(
    fc.property(front, front, part, part, (own, other, a, b) => {
      fc.pre(own !== other)
      const theirs = [`${own}::`, `${own}::${a}`, `${own}::${a}:${b}`, `${own}:0:0:${a}:${b}`, `${own}:${a}:${b}:${a}:${b}`].map(
        toNetworkPrefix,
      )
      expect(new Set(theirs).size).toBe(1)
      expect(toNetworkPrefix(`${other}::${a}`)).not.toBe(theirs[0])
    }),
  )
  expect(toNetworkPrefix("2001:db8::1")).toBe(toNetworkPrefix("2001:db8:0:0:7::"))
  expect(toNetworkPrefix("2001:db8::1")).not.toBe(toNetworkPrefix("2001:db8:0:1::1"))
})

test("an IPv4 address is one alone, also written as an IPv6 one, and what is none stands for itself", () => {
  for (const address of ["192.0.2.1", "::ffff:192.0.2.1", "a conversation"]) expect(toNetworkPrefix(address)).toBe(address)
})
