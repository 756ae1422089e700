// Network prefixes by which rate limits count addresses: a customer's whole IPv6 network counts as one address.
import fc from "fast-check"
import { expect, test } from "vitest"
import { toNetworkPrefix } from "../../adapters/server/security/respondent-rate-limit.ts"

const group = fc.integer({ min: 1, max: 0xffff }).map((number) => number.toString(16))
const network = fc.tuple(group, group, group, group).map((parts) => parts.join(":"))

test("maps all addresses of one IPv6 /64 network to the same prefix, in any notation, and other networks to others", () => {
  fc.assert(
    fc.property(network, network, group, group, (own, other, a, b) => {
      fc.pre(own !== other)
      const prefixes = [`${own}::`, `${own}::${a}`, `${own}::${a}:${b}`, `${own}:0:0:${a}:${b}`, `${own}:${a}:${b}:${a}:${b}`].map(
        (address) => toNetworkPrefix(address),
      )
      expect(new Set(prefixes).size).toBe(1)
      expect(toNetworkPrefix(`${other}::${a}`)).not.toBe(prefixes[0])
    }),
  )
  expect(toNetworkPrefix("2001:db8::1")).toBe(toNetworkPrefix("2001:db8:0:0:7::"))
  expect(toNetworkPrefix("2001:db8::1")).not.toBe(toNetworkPrefix("2001:db8:0:1::1"))
})

test("maps all /64 networks of one /48 to the same prefix of three groups", () => {
  expect(toNetworkPrefix("2001:db8:1:2::3", 3)).toBe(toNetworkPrefix("2001:db8:1:7:8::", 3))
  expect(toNetworkPrefix("2001:db8:1:2::3", 3)).not.toBe(toNetworkPrefix("2001:db8:2:2::3", 3))
  expect(toNetworkPrefix("192.0.2.1", 3)).toBe("192.0.2.1")
})

test("maps an IPv4 address to itself, also in the notations of IPv6", () => {
  for (const address of ["192.0.2.1", "::ffff:192.0.2.1", "::ffff:c000:201"]) expect(toNetworkPrefix(address)).toBe("192.0.2.1")
})

test("ignores the port that some proxies append", () => {
  for (const address of ["192.0.2.1:5678", "[::ffff:192.0.2.1]:5678"]) expect(toNetworkPrefix(address)).toBe("192.0.2.1")
  for (const address of ["[2001:db8::1]", "[2001:db8::1]:5678"]) expect(toNetworkPrefix(address)).toBe(toNetworkPrefix("2001:db8::1"))
})

test("leaves keys that are not addresses unchanged", () => {
  for (const key of ["a conversation", "", "1"]) expect(toNetworkPrefix(key)).toBe(key)
})
