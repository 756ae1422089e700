// OAuth errors of an owner's server: shown on one line, in the server's words, without secrets (O12).
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { buildAuthorizationFailure, formatOAuthError, parseOAuthError } from "../../domain/connections/oauth-error.ts"
import { addCause, createOutboundFailure, decodeOutboundFailure, encodeOutboundFailure } from "../../domain/connections/outbound-failure.ts"
import { listSecrets, redactSecrets } from "../../domain/connections/response-redaction.ts"

const words = fc.string({ unit: "binary", maxLength: 400 })
const secret = fc.string({ unit: "binary-ascii", minLength: 4, maxLength: 12 }).filter((it) => /[^\s\p{C}•]{4}/u.test(it))

describe("[O12] an authorization error", () => {
  test("is shown on one line and truncated, whatever its text", () => {
    fc.assert(
      fc.property(words, fc.option(words, { nil: undefined }), fc.array(secret, { maxLength: 3 }), (error, error_description, secrets) => {
        const shown = formatOAuthError({ error, error_description }, secrets)
        expect(shown).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
        expect(Array.from(shown).length).toBeLessThanOrEqual(64 + 1 + 2 + 300 + 1)
      }),
    )
  })

  test("contains no secret, in plain or encoded form", () => {
    fc.assert(
      fc.property(words, words, secret, fc.boolean(), (before, after, secretText, isCode) => {
        for (const written of [secretText, encodeURIComponent(secretText), new URLSearchParams([["", secretText]]).toString().slice(1)]) {
          const text = `${before}${written}${after}`
          const shown = formatOAuthError(isCode ? { error: text } : { error: "invalid_client", error_description: text }, [secretText])
          expect(shown.includes(secretText)).toBe(false)
          expect(shown.includes(written)).toBe(false)
        }
      }),
    )
  })

  test("has no secret left after redaction, plain, URL-encoded or as JSON", () => {
    fc.assert(
      fc.property(words, words, secret, (before, after, hidden) => {
        for (const written of [hidden, encodeURIComponent(hidden), JSON.stringify(hidden).slice(1, -1)])
          expect(redactSecrets(`${before}${written}${after}`, [hidden])).not.toContain(written)
        expect(redactSecrets(before, [])).toBe(before)
      }),
    )
  })

  test("has no secret left after redaction in any JSON notation", () => {
    const unit = fc.tuple(
      fc.constantFrom("a", "b", "c", "X", "Y", "0", "9", "/", "+", "&", "<", "é", '"', "="),
      fc.constantFrom("as it is", "lower", "upper", "after a backslash"),
    )
    const hexOf = (letter: string) => letter.charCodeAt(0).toString(16).padStart(4, "0")
    fc.assert(
      fc.property(fc.array(unit, { minLength: 4, maxLength: 12 }), (units) => {
        const escaped = units
          .map(([letter, notation]) => {
            if (notation === "lower") return `\\u${hexOf(letter)}`
            if (notation === "upper") return `\\u${hexOf(letter).toUpperCase()}`
            return notation === "as it is" || /[\w]/.test(letter) ? letter : `\\${letter}`
          })
          .join("")
        expect(redactSecrets(`{"seen":"${escaped}"}`, [units.map(([letter]) => letter).join("")])).toBe('{"seen":"••••••••"}')
      }),
    )
  })

  test("has no part of a secret left, however the first character is escaped", () => {
    const redact = (escaped: string, secretText: string) => redactSecrets(`{"seen":"${escaped}"}`, [secretText])
    for (const [escaped, secretText] of [
      ["\\/aaa", "/aaa"],
      ['\\/\\"aa', '/"aa'],
      ["\\naaa\\t", "\naaa\t"],
      ["\\\\aaa", "\\aaa"],
      ["%2Faaa", "/aaa"],
    ] as const)
      expect(redact(escaped, secretText)).toBe('{"seen":"••••••••"}')
  })

  test("contains no secret that appears only after line breaks are removed", () => {
    expect(formatOAuthError({ error: "no", error_description: "of top\u0000secret" }, ["top secret"])).toBe("no: of ••••••••")
  })

  test("keeps the standard error codes, even if a secret is a part of them", () => {
    const format = (error: string) => formatOAuthError({ error, error_description: "The client is wrong." }, ["client", "grant_type"])
    expect([format("invalid_client"), format("unsupported_grant_type"), format("client")]).toEqual([
      "invalid_client: The •••••••• is wrong.",
      "unsupported_grant_type: The •••••••• is wrong.",
      "••••••••: The •••••••• is wrong.",
    ])
  })

  test("is parsed from a body with an error, and from nothing else", () => {
    expect(parseOAuthError('{"error":"invalid_grant","error_description":"over","x":1}')).toEqual({
      error: "invalid_grant",
      error_description: "over",
    })
    for (const body of ["", "<html>", "null", "[]", "{}", '{"error":1}']) expect(parseOAuthError(body)).toBe(null)
    fc.assert(fc.property(words, (body) => void parseOAuthError(body)))
  })

  test("is the server's error, else its status, else a message that no reason was given", () => {
    const messageFor = (...given: [Parameters<typeof buildAuthorizationFailure>[1], number?]) =>
      buildAuthorizationFailure("a.example", given[0], [], given[1]).message
    expect(messageFor({ error: "invalid_grant", error_description: " It is\nover. " }, 400)).toBe(
      "a.example denied access: invalid_grant: It is over.",
    )
    expect(messageFor(null, 503)).toBe("a.example denied access: HTTP 503")
    expect([messageFor(null, 200), messageFor({ error: "" })]).toEqual(Array(2).fill("a.example denied access without giving a reason"))
  })

  test("is stored together with the failure that it caused", () => {
    const failure = addCause(
      createOutboundFailure("unanswered.connection.not-renewed"),
      buildAuthorizationFailure("a.example", null, [], 503),
    )
    expect(decodeOutboundFailure(encodeOutboundFailure(failure))).toEqual(failure)
    expect(failure.message).toContain(": a.example denied access")
    expect(addCause(createOutboundFailure("unanswered.connection.gone"), null)).toEqual(createOutboundFailure("unanswered.connection.gone"))
  })

  test("treats masked fields of a connection and other given values as secrets", () => {
    const fields = { clientId: "id", clientSecret: "secret", scope: "people", tokenEndpoint: "https://a.example" }
    expect(listSecrets({ platform: 1, name: "n", externalKey: "k", fields }, ["a code"])).toEqual(["id", "secret", "a code"])
  })
})
