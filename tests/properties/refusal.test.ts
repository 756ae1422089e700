// Why an owner's server gave no access, as it is told: in its words, on one line, without secrets (decisions O12).
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { listSecrets, redactSecrets } from "../../domain/connections/connection-masking.ts"
import { buildAuthorizationFailure, formatOAuthError, parseOAuthError } from "../../domain/connections/oauth-error.ts"
import { addCause, decodeOutboundFailure, encodeOutboundFailure, outboundFailure } from "../../domain/connections/outbound-failure.ts"

const words = fc.string({ unit: "binary", maxLength: 400 })
const secret = fc.string({ unit: "binary-ascii", minLength: 4, maxLength: 12 }).filter((it) => /[^\s\p{C}•]{4}/u.test(it))

describe("[O12] a refusal", () => {
  test("is told on one line, cut, whatever it says", () => {
    fc.assert(
      fc.property(words, fc.option(words, { nil: undefined }), fc.array(secret, { maxLength: 3 }), (error, error_description, secrets) => {
        const told = formatOAuthError({ error, error_description }, secrets)
        expect(told).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
        expect(Array.from(told).length).toBeLessThanOrEqual(64 + 1 + 2 + 300 + 1)
      }),
    )
  })

  test("holds no secret, however that is written in it", () => {
    fc.assert(
      fc.property(words, words, secret, fc.boolean(), (before, after, hidden, isCode) => {
        for (const written of [hidden, encodeURIComponent(hidden), new URLSearchParams([["", hidden]]).toString().slice(1)]) {
          const said = `${before}${written}${after}`
          const told = formatOAuthError(isCode ? { error: said } : { error: "invalid_client", error_description: said }, [hidden])
          expect(told.includes(hidden)).toBe(false)
          expect(told.includes(written)).toBe(false)
        }
      }),
    )
  })

  test("no more does anything else that such a server says", () => {
    fc.assert(
      fc.property(words, words, secret, (before, after, hidden) => {
        for (const written of [hidden, encodeURIComponent(hidden), JSON.stringify(hidden).slice(1, -1)])
          expect(redactSecrets(`${before}${written}${after}`, [hidden])).not.toContain(written)
        expect(redactSecrets(before, [])).toBe(before)
      }),
    )
  })

  test("nor has it one in any way that JSON is written", () => {
    const unit = fc.tuple(
      fc.constantFrom("a", "b", "c", "X", "Y", "0", "9", "/", "+", "&", "<", "é", '"', "="),
      fc.constantFrom("as it is", "lower", "upper", "after a backslash"),
    )
    const hexOf = (letter: string) => letter.charCodeAt(0).toString(16).padStart(4, "0")
    fc.assert(
      fc.property(fc.array(unit, { minLength: 4, maxLength: 12 }), (units) => {
        const said = units
          .map(([letter, way]) => {
            if (way === "lower") return `\\u${hexOf(letter)}`
            if (way === "upper") return `\\u${hexOf(letter).toUpperCase()}`
            return way === "as it is" || /[\w]/.test(letter) ? letter : `\\${letter}`
          })
          .join("")
        expect(redactSecrets(`{"seen":"${said}"}`, [units.map(([letter]) => letter).join("")])).toBe('{"seen":"••••••••"}')
      }),
    )
  })

  test("nor has it a part of one, whatever its first character is written with", () => {
    const told = (said: string, hidden: string) => redactSecrets(`{"seen":"${said}"}`, [hidden])
    for (const [said, hidden] of [
      ["\\/aaa", "/aaa"],
      ['\\/\\"aa', '/"aa'],
      ["\\naaa\\t", "\naaa\t"],
      ["\\\\aaa", "\\aaa"],
      ["%2Faaa", "/aaa"],
    ] as const)
      expect(told(said, hidden)).toBe('{"seen":"••••••••"}')
  })

  test("holds no secret that comes about only where it is put on one line", () => {
    expect(formatOAuthError({ error: "no", error_description: "of top\u0000secret" }, ["top secret"])).toBe("no: of ••••••••")
  })

  test("keeps the codes of the standard whole, also where a secret is a word of theirs", () => {
    const told = (error: string) => formatOAuthError({ error, error_description: "The client is wrong." }, ["client", "grant_type"])
    expect([told("invalid_client"), told("unsupported_grant_type"), told("client")]).toEqual([
      "invalid_client: The •••••••• is wrong.",
      "unsupported_grant_type: The •••••••• is wrong.",
      "••••••••: The •••••••• is wrong.",
    ])
  })

  test("is read of an answer that says one, and of nothing else", () => {
    expect(parseOAuthError('{"error":"invalid_grant","error_description":"over","x":1}')).toEqual({
      error: "invalid_grant",
      error_description: "over",
    })
    for (const body of ["", "<html>", "null", "[]", "{}", '{"error":1}']) expect(parseOAuthError(body)).toBe(null)
    fc.assert(fc.property(words, (body) => void parseOAuthError(body)))
  })

  test("is what the server says, else its status, else that it says nothing", () => {
    const by = (...given: [Parameters<typeof buildAuthorizationFailure>[1], number?]) =>
      buildAuthorizationFailure("a.example", given[0], [], given[1]).message
    expect(by({ error: "invalid_grant", error_description: " It is\nover. " }, 400)).toBe(
      "a.example gave no access, and says: invalid_grant: It is over.",
    )
    expect(by(null, 503)).toBe("a.example gave no access, and says: HTTP 503")
    expect([by(null, 200), by({ error: "" })]).toEqual(Array(2).fill("a.example gave no access, and does not say why"))
  })

  test("is kept with what it is the reason of", () => {
    const why = addCause(outboundFailure("unanswered.connection.not-renewed"), buildAuthorizationFailure("a.example", null, [], 503))
    expect(decodeOutboundFailure(encodeOutboundFailure(why))).toEqual(why)
    expect(why.message).toContain(": a.example gave no access")
    expect(addCause(outboundFailure("unanswered.connection.gone"), null)).toEqual(outboundFailure("unanswered.connection.gone"))
  })

  test("secrets are those of the form that are shown masked, and what is given besides", () => {
    const fields = { clientId: "id", clientSecret: "secret", scope: "people", tokenEndpoint: "https://a.example" }
    expect(listSecrets({ platform: 1, name: "n", externalKey: "k", fields }, ["a code"])).toEqual(["id", "secret", "a code"])
  })
})
