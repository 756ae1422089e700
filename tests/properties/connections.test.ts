// Connections, checkout credentials, side menu and data points: masked secrets, validation and forms.
import { validateHeaderName, validateHeaderValue } from "node:http"
import * as Schema from "effect/Schema"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  Checkout,
  checkoutFormFields,
  emptyCheckout,
  maskCheckout,
  parseCheckoutForm,
  unmaskCheckout,
} from "../../domain/communities/checkout-credentials.ts"
import { normalizeSideMenu, SideMenu, sideMenuProblems } from "../../domain/communities/side-menu.ts"
import {
  type AuthType,
  authTypes,
  type ConnectionPayload,
  changesDestination,
  connectionEditProblems,
  connectionProblems,
  isAuthorized,
  isCallable,
  type ListedConnection,
  maskConnection,
  type Platform,
  platforms,
  unmaskConnection,
} from "../../domain/connections/connection.ts"
import {
  connectionFormFields,
  connectionFormProblems,
  losesSecrets,
  parseConnectionForm,
  platformFields,
  requestedCredentials,
  requiredFields,
  visibleFields,
} from "../../domain/connections/connection-form.ts"
import { separateStoredQuery } from "../../domain/connections/connection-query.ts"
import { dataPointProblems, isStarted } from "../../domain/connections/data-point.ts"
import { listSecrets, redactSecrets } from "../../domain/connections/response-redaction.ts"
import { maskSecrets, secretMask, stripMask, unmaskSecrets } from "../../domain/connections/secret-masking.ts"
import { languages } from "../../domain/text/language.ts"

const text = fc.string({ unit: "grapheme", maxLength: 8 })
const name = fc.constantFrom("key", "token", "password", "scope")
const fields = fc.dictionary(name, text)
const isSecret = (it: string) => it === "token" || it === "password"

describe("masked secrets", () => {
  test("[O1] replace each secret that is set, and leave other and empty fields as they are", () => {
    fc.assert(
      fc.property(fields, (stored) => {
        const shown = maskSecrets(stored, isSecret)
        expect(Object.keys(shown)).toEqual(Object.keys(stored))
        for (const [key, value] of Object.entries(shown)) expect(value).toBe(isSecret(key) && stored[key] !== "" ? secretMask : stored[key])
      }),
    )
  })

  test("[O1] keep the stored values when they are sent back unchanged", () => {
    fc.assert(
      fc.property(fields, (stored) => {
        expect(unmaskSecrets(maskSecrets(stored, isSecret), stored)).toEqual(stored)
      }),
    )
  })

  test("[O1] give way to typed values, and are empty where nothing is stored", () => {
    fc.assert(
      fc.property(fields, fields, (typed, stored) => {
        expect(unmaskSecrets(typed, stored)).toEqual(typed)
      }),
    )
    expect(unmaskSecrets({ token: secretMask, toString: secretMask }, {})).toEqual({ token: "", toString: "" })
  })

  const credentials = fc.record({ username: text, password: text, clientId: text, clientSecret: text })
  const checkout = fc.record({ test: credentials, prod: credentials })

  test("[O1] hide all checkout credentials except the username, in each environment by itself", () => {
    fc.assert(
      fc.property(checkout, checkout, (before, typed) => {
        const shown = maskCheckout(before)
        expect(Schema.decodeUnknownSync(Checkout)(shown)).toEqual(shown)
        for (const environment of ["test", "prod"] as const) {
          expect(shown[environment].username).toBe(before[environment].username)
          for (const secret of ["password", "clientId", "clientSecret"] as const)
            expect(shown[environment][secret]).toBe(before[environment][secret] === "" ? "" : secretMask)
        }
        expect(unmaskCheckout(shown, before)).toEqual(before)
        expect(unmaskCheckout({ ...shown, prod: typed.prod }, before)).toEqual({ ...before, prod: typed.prod })
        expect(maskCheckout(emptyCheckout)).toEqual(emptyCheckout)
      }),
    )
  })
})

describe("the side menu", () => {
  const problems = (...links: SideMenu["links"]) => sideMenuProblems({ links }).map(({ field, key }) => `${field} ${key}`)
  const link = { content: "Home", url: "example.org" }

  test("[O2] has at most four links, each with a text and a web address", () => {
    expect(problems()).toEqual([])
    expect(problems(link, link, link, link)).toEqual([])
    expect(problems(link, link, link, link, link)).toEqual(["links ERROR.LINKS_TOO_MANY"])
    expect(problems(link, { content: " ", url: "javascript:alert(1)" })).toEqual([
      "links.1.content ERROR.LINK_TEXT",
      "links.1.url ERROR.LINK_URL",
    ])
    expect(problems({ content: "\u{1f600}".repeat(100), url: `https://example.org/${"a".repeat(1004)}` })).toEqual([])
    expect(problems({ content: "\u{1f600}".repeat(101), url: `https://example.org/${"a".repeat(1005)}` })).toHaveLength(2)
  })

  const french = { locale: "fr", content: "Accueil" }
  const german = { locale: "de", content: "Start" }

  test("[O2] has at most one translation of each text per available language", () => {
    expect(problems({ ...link, translations: languages.map((locale) => ({ locale, content: "x".repeat(100) })) })).toEqual([])
    const faulty = [
      { locale: "xx", content: "Home" },
      { ...french, content: "Chez nous" },
      { ...german, content: "x".repeat(101) },
      { ...german, content: "Start\u2028Seite" },
      { ...german, content: "a\u202eb" },
    ]
    for (const translation of faulty)
      expect(problems({ ...link, translations: [french, translation] })).toEqual(["links.0.translations.1.content ERROR.LINK_TEXT"])
    expect(problems(link, { ...link, content: "Ho\nme" })).toEqual(["links.1.content ERROR.LINK_TEXT"])
  })

  test("[O2] is stored with a protocol in every address and without white space around its texts", () => {
    expect(normalizeSideMenu({ links: [{ content: " Home ", url: " example.org/a " }] })).toEqual({
      links: [{ content: "Home", url: "https://example.org/a" }],
    })
    const translations = [
      { ...french, content: " Accueil\n" },
      { ...german, content: " " },
    ]
    expect(normalizeSideMenu({ links: [{ ...link, translations }] })).toEqual({
      links: [{ content: "Home", translations: [french], url: "https://example.org" }],
    })
    const blank = [{ ...german, content: " " }]
    expect(normalizeSideMenu({ links: [{ ...link, translations: blank }] }).links[0]).not.toHaveProperty("translations")
  })

  test("[O2] that was stored with other locales stays readable", () => {
    const menu = { links: [{ ...link, translations: [french, french, { locale: "xx", content: "" }] }] }
    expect(Schema.decodeUnknownSync(SideMenu)(menu)).toEqual(menu)
  })
})

const validPayloads: Readonly<Record<Platform, ConnectionPayload>> = {
  1: { platform: 1, name: "a", externalKey: "k" },
  2: { platform: 2, name: "a", externalKey: "k", spreadsheetId: "s", sheetName: "n", sheetRange: "A1", sheetCredentials: { a: 1 } },
  3: { platform: 3, name: "a", externalKey: "k" },
  4: { platform: 4, name: "a", externalKey: "k", apiMethod: "GET", apiPath: "/a" },
  5: { platform: 5, name: "a", externalKey: "k" },
}
const credentials: Readonly<Record<AuthType, Readonly<Record<string, string>>>> = {
  1: { key: "X-Key", token: "t" },
  2: { username: "u", password: "p" },
  3: { token: "t" },
  5: { clientId: "c", clientSecret: "s", authEndpoint: "https://example.org/a", tokenEndpoint: "https://example.org/t" },
}
const allPlatforms = Object.keys(platforms).map((it) => validPayloads[Number(it) as Platform])
const allAuthTypes = Object.keys(authTypes).map((it) => Number(it) as AuthType)
/** Headers that HTTP itself uses to run a connection and to frame its messages. */
const reservedHeaders = ["connection", "content-length", "expect", "host", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade"]
const problemsOf = (payload: ConnectionPayload) => connectionProblems(payload).map(({ field, key }) => `${field} ${key}`)

describe("connections", () => {
  test.each(allPlatforms)("[O3] to $platform need exactly these fields", (payload) => {
    expect(problemsOf(payload)).toEqual([])
    const needed = Object.keys(payload).filter((field) => field !== "platform")
    for (const field of needed)
      for (const nothing of ["", "  ", null]) {
        if (nothing === null && (field === "name" || field === "externalKey")) continue
        const problems = problemsOf({ ...payload, [field]: nothing })
        expect(problems.map((it) => it.split(" ")[0])).toEqual([field])
      }
  })

  test.each(allPlatforms)("[O10] to $platform can be called if their form asks for an address", (payload) => {
    expect(platformFields(payload.platform).includes("apiHost")).toBe(isCallable(payload))
  })

  test.each(allAuthTypes)("[O4] need all credentials of auth type %i", (authType) => {
    const fields = credentials[authType]
    expect(problemsOf({ ...validPayloads[1], authType, fields })).toEqual([])
    expect(problemsOf({ ...validPayloads[1], authType })).toEqual(Object.keys(fields).map((it) => `fields.${it} ERROR.FIELD_BLANK`))
    for (const it of Object.keys(fields))
      expect(problemsOf({ ...validPayloads[1], authType, fields: { ...fields, [it]: " " } })).toEqual([`fields.${it} ERROR.FIELD_BLANK`])
  })

  test("[O3] need web addresses, names of limited length, and spreadsheet credentials that are a JSON object", () => {
    for (const apiHost of ["ftp://example.org", "example.org", "javascript:alert(1)"])
      expect(problemsOf({ ...validPayloads[1], apiHost })).toEqual(["apiHost ERROR.FIELD_URL"])
    for (const apiHost of ["http://example.org", `https://example.org/${"a".repeat(1004)}`, null, ""])
      expect(problemsOf({ ...validPayloads[1], apiHost })).toEqual([])
    expect(problemsOf({ ...validPayloads[1], apiHost: `https://example.org/${"a".repeat(1005)}` })).toEqual([
      "apiHost ERROR.FIELD_TOO_LONG",
    ])
    expect([
      problemsOf({ ...validPayloads[4], apiPath: "a".repeat(1024) }),
      problemsOf({ ...validPayloads[4], apiPath: "a".repeat(1025) }),
    ]).toEqual([[], ["apiPath ERROR.FIELD_TOO_LONG"]])
    for (const name of ["authEndpoint", "tokenEndpoint"])
      expect(
        problemsOf({ ...validPayloads[1], authType: 5, fields: { ...credentials[5], [name]: `https://example.org/${"a".repeat(1005)}` } }),
      ).toEqual([`fields.${name} ERROR.FIELD_TOO_LONG`])
    expect(problemsOf({ ...validPayloads[1], authType: 5, fields: { ...credentials[5], tokenEndpoint: "file:///etc/passwd" } })).toEqual([
      "fields.tokenEndpoint ERROR.FIELD_URL",
    ])
    expect(problemsOf({ ...validPayloads[1], authType: 5, fields: { ...credentials[5], authEndpoint: "example.org" } })).toEqual([
      "fields.authEndpoint ERROR.FIELD_URL",
    ])
    for (const address of ["https://user:pass@example.org/", "https://key@example.org"]) {
      expect(problemsOf({ ...validPayloads[1], apiHost: address })).toEqual(["apiHost ERROR.FIELD_USER_INFO"])
      expect(problemsOf({ ...validPayloads[1], authType: 5, fields: { ...credentials[5], tokenEndpoint: address } })).toEqual([
        "fields.tokenEndpoint ERROR.FIELD_USER_INFO",
      ])
    }
    expect(problemsOf({ ...validPayloads[1], authType: null })).toEqual([])
    const { sheetCredentials: _, ...unset } = validPayloads[2]
    expect(problemsOf(unset)).toEqual(["sheetCredentials ERROR.FIELD_JSON"])
    for (const sheetCredentials of ['{"a":1}', secretMask, {}]) expect(problemsOf({ ...validPayloads[2], sheetCredentials })).toEqual([])
    for (const sheetCredentials of ["", "{", "[]", "1", "null", null])
      expect(problemsOf({ ...validPayloads[2], sheetCredentials })).toEqual(["sheetCredentials ERROR.FIELD_JSON"])
    expect([
      problemsOf({ ...validPayloads[1], name: "\u{1f600}".repeat(255) }),
      problemsOf({ ...validPayloads[1], name: "a".repeat(256) }),
    ]).toEqual([[], ["name ERROR.FIELD_TOO_LONG"]])
  })

  const secretive = fc.record({
    fields: fc.record({ key: text, token: text, password: text, clientId: text, clientSecret: text, username: text }),
    headers: fc.dictionary(fc.constantFrom("Authorization", "X-Key"), text),
    sheetCredentials: fc.constantFrom('{"a":1}', null),
    apiHost: fc.constantFrom("https://a.example", "https://b.example", null),
    apiQuery: fc.constantFrom("key=a", "", null),
  })
  const payload = secretive.map((it): ConnectionPayload => ({ ...validPayloads[1], ...it }))

  test("[O1] are shown with OAuth endpoints without query and user info, whose query stays until the address is changed", () => {
    const endpoints = { authEndpoint: "https://a.example/authorize?tenant=own", tokenEndpoint: "https://a.example/token?key=query-secret" }
    const stored: ConnectionPayload = { ...validPayloads[1], authType: 5, fields: { ...credentials[5], ...endpoints } }
    const shown = maskConnection(stored)
    expect(shown.fields).toMatchObject({
      authEndpoint: `https://a.example/authorize?${secretMask}`,
      tokenEndpoint: `https://a.example/token?${secretMask}`,
    })
    expect([unmaskConnection(shown, stored), changesDestination(shown, stored), connectionEditProblems(shown, stored)]).toEqual([
      stored,
      false,
      [],
    ])
    const moved = { ...shown, fields: { ...shown.fields, clientSecret: "s", tokenEndpoint: `https://evil.example/token?${secretMask}` } }
    expect(JSON.stringify(unmaskConnection(moved, stored))).not.toContain("query-secret")
    expect(connectionEditProblems(moved, stored)).toContainEqual({ field: "fields.tokenEndpoint", key: "ERROR.FIELD_MASKED_QUERY" })
    expect(listSecrets(stored)).toEqual(expect.arrayContaining(["key=query-secret", "query-secret"]))
    const withUser = {
      ...stored,
      apiHost: "https://user:pass@a.example",
      fields: { ...stored.fields, tokenEndpoint: "https://user:pass@a.example/t" },
    }
    expect(JSON.stringify(maskConnection(withUser))).not.toContain("pass")
  })

  test("[O1] are shown without their secrets, and keep them when they are sent back as shown", () => {
    fc.assert(
      fc.property(payload, (stored) => {
        const shown = maskConnection(stored)
        const { fields: open } = shown
        for (const secret of ["token", "password", "clientId", "clientSecret"])
          expect(open?.[secret]).toBe(stored.fields?.[secret] === "" ? "" : secretMask)
        for (const [header, value] of Object.entries(shown.headers ?? {}))
          expect(value).toBe(stored.headers?.[header] === "" ? "" : secretMask)
        expect(shown.sheetCredentials).toBe(stored.sheetCredentials === null ? null : secretMask)
        expect(shown.apiQuery).toBe(stored.apiQuery ? secretMask : stored.apiQuery)
        expect([open?.["key"], open?.["username"]]).toEqual([stored.fields?.["key"], stored.fields?.["username"]])
        expect(unmaskConnection(shown, stored)).toEqual(stored)
      }),
    )
  })

  test("[O5] lose all secrets when their destination changes", () => {
    const elsewhere: ReadonlyArray<Partial<ConnectionPayload>> = [
      { apiHost: "https://evil.example" },
      { platform: 3 },
      { fields: { token: secretMask, password: secretMask, authEndpoint: "https://evil.example" } },
      { fields: { token: secretMask, clientSecret: secretMask, tokenEndpoint: "https://evil.example" } },
    ]
    fc.assert(
      fc.property(payload, fc.constantFrom(...elsewhere), (stored, edit) => {
        const sent = { ...maskConnection(stored), ...edit }
        const next = unmaskConnection(sent, stored)
        expect(changesDestination(sent, stored)).toBe(true)
        for (const secret of ["token", "password", "clientId", "clientSecret"]) expect(next.fields?.[secret] ?? "").toBe("")
        for (const value of Object.values(next.headers ?? {})) expect(value).toBe("")
        expect(next.sheetCredentials).toBe(null)
        expect(next.apiQuery ?? "").toBe("")
        // A call without its query would fail, so that the query has to be typed again.
        const problems = connectionEditProblems(sent, stored).filter(({ field }) => field === "apiQuery")
        expect(problems).toEqual(stored.apiQuery ? [{ field: "apiQuery", key: "ERROR.FIELD_BLANK" }] : [])
        expect(changesDestination(maskConnection(stored), stored)).toBe(false)
      }),
    )
  })

  test("[O5] change their destination with an OAuth endpoint, but not with a name, key or path", () => {
    const stored: ConnectionPayload = { ...validPayloads[1], authType: 5, fields: credentials[5], apiHost: "https://a.example" }
    const to = (fields: Readonly<Record<string, string>>) =>
      changesDestination({ ...stored, fields: { ...credentials[5], ...fields } }, stored)
    expect([to({ authEndpoint: "https://evil.example/a" }), to({ tokenEndpoint: "https://evil.example/t" })]).toEqual([true, true])
    expect([to({}), to({ clientId: "d", clientSecret: "x" })]).toEqual([false, false])
    const { fields: _, ...unset } = stored
    expect([
      changesDestination(unset, stored),
      changesDestination(stored, unset),
      changesDestination(unset, { ...unset, fields: null }),
    ]).toEqual([true, true, false])
    expect(changesDestination({ ...stored, name: "b", externalKey: "l", apiPath: "/b", headers: { a: "b" } }, stored)).toBe(false)
  })

  test("[O1] replace spreadsheet credentials by typed ones, and have none if none were stored", () => {
    const stored = { ...validPayloads[2], sheetCredentials: '{"a":1}' }
    expect(unmaskConnection({ ...stored, sheetCredentials: '{"b":2}' }, stored).sheetCredentials).toBe('{"b":2}')
    expect(unmaskConnection({ ...stored, sheetCredentials: null }, stored).sheetCredentials).toBe(null)
    const { sheetCredentials: _, ...unset } = validPayloads[2]
    expect(unmaskConnection(unset, stored)).toStrictEqual(unset)
    expect(unmaskConnection({ ...unset, sheetCredentials: secretMask }, unset).sheetCredentials).toBe(null)
  })

  test("[O7] refuse a header that HTTP sets itself, in any case", () => {
    const reservedHeader = fc.constantFrom(...reservedHeaders).chain((name) => fc.mixedCase(fc.constant(name)))
    fc.assert(
      fc.property(reservedHeader, (header) => {
        expect(problemsOf({ ...validPayloads[1], headers: { "X-Key": "k", [header]: "x" } })).toEqual(["headers ERROR.FIELD_HEADERS"])
        expect(problemsOf({ ...validPayloads[1], headers: { "X-Key": "k", [`x-${header}`]: "x" } })).toEqual([])
      }),
    )
  })

  test("[O4] need an API key that is a valid header name, and a token that is a valid header value", () => {
    const keyed = (key: string, token = "t") => problemsOf({ ...validPayloads[1], authType: 1, fields: { key, token } })
    const reservedHeader = fc.constantFrom(...reservedHeaders).chain((name) => fc.mixedCase(fc.constant(name)))
    fc.assert(
      fc.property(reservedHeader, (key) => {
        expect(keyed(key)).toEqual(["fields.key ERROR.FIELD_HEADER_NAME"])
      }),
    )
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1 }), (text) => {
        const canBeSent = (name: string, value: string) => {
          try {
            validateHeaderName(name)
            validateHeaderValue(name, value)
            return true
          } catch {
            return false
          }
        }
        if (keyed(text).length === 0) expect(canBeSent(text, "t")).toBe(true)
        if (keyed("X-Key", text).length === 0) expect(canBeSent("X-Key", text)).toBe(true)
        if (!canBeSent(text, "t") && text.trim() !== "") expect(keyed(text)).toEqual(["fields.key ERROR.FIELD_HEADER_NAME"])
      }),
    )
    for (const key of ["X-Api-Key", "x_key", "Authorization", "api.key"]) expect(keyed(key)).toEqual([])
    for (const token of ["a\nb", " a", "\u20ac"]) {
      expect(keyed("X-Key", token)).toEqual(["fields.token ERROR.FIELD_HEADER_VALUE"])
      expect(problemsOf({ ...validPayloads[1], authType: 3, fields: { token } })).toEqual(["fields.token ERROR.FIELD_HEADER_VALUE"])
    }
    expect(keyed("X-Key", secretMask)).toEqual([])
    // The fields of another authentication type are not sent.
    expect(problemsOf({ ...validPayloads[1], authType: 2, fields: { username: "u", password: "p", key: "no name", token: "\n" } })).toEqual(
      [],
    )
  })

  test("wait for an access token only with OAuth", () => {
    expect(allAuthTypes.map((authType) => isAuthorized({ ...validPayloads[1], authType }, false))).toEqual([true, true, true, false])
    expect([isAuthorized({ ...validPayloads[1], authType: 5 }, true), isAuthorized(validPayloads[1], false)]).toEqual([true, true])
  })
})

describe("the form of a connection", () => {
  const listed = (payload: ConnectionPayload): ListedConnection => {
    const { name: called, platform, ...data } = maskConnection(payload)
    return { id: "c1", name: called, platform, data, isAuthorized: true, refusal: null }
  }
  const visible = fc.stringMatching(/^[!-~]{1,12}$/)
  const services = fc
    .record({
      platform: fc.constantFrom<Platform>(1, 3, 4, 5),
      apiHost: fc.constantFrom("", "https://a.example"),
      apiMethod: fc.constantFrom("GET" as const, "POST" as const),
      apiPath: fc.constantFrom("/a", "/b"),
      apiQuery: fc.constantFrom("", "c=d"),
      authType: fc.constantFrom(null, ...allAuthTypes),
      headers: fc.dictionary(
        fc.stringMatching(/^[A-Za-z][A-Za-z-]{0,8}$/).filter((it) => !reservedHeaders.includes(it.toLowerCase())),
        visible,
        { noNullPrototype: true },
      ),
      production: fc.boolean(),
    })
    .filter(({ headers }) => new Set(Object.keys(headers).map((it) => it.toLowerCase())).size === Object.keys(headers).length)
    .map((it): ConnectionPayload => ({ name: "a", externalKey: "k", ...it, fields: it.authType === null ? {} : credentials[it.authType] }))
  const whole = fc.oneof(services, fc.constant(validPayloads[2]))

  test("[O1] [O7] saves a connection unchanged if it was not edited, on every platform", () => {
    fc.assert(
      fc.property(whole, (stored) => {
        const before = listed(stored)
        const draft = connectionFormFields(before)
        expect(connectionFormProblems(draft, before)).toEqual([])
        expect(losesSecrets(draft, before)).toBe(false)
        const next = unmaskConnection(parseConnectionForm(draft), stored)
        // A scope that was never set is blank.
        expect(next).toEqual(stored.authType === 5 ? { ...stored, fields: { ...stored.fields, scope: "" } } : stored)
      }),
    )
  })

  test("[O5] requires the secrets again when the destination changes", () => {
    const stored: ConnectionPayload = {
      ...validPayloads[4],
      apiHost: "https://a.example",
      authType: 3,
      fields: { token: "t" },
      headers: { "X-Key": "k" },
    }
    const before = listed(stored)
    const elsewhere = { ...connectionFormFields(before), apiHost: "https://b.example" }
    expect(losesSecrets(elsewhere, before)).toBe(true)
    expect(connectionFormProblems(elsewhere, before)).toEqual([
      { field: "fields.token", key: "ERROR.FIELD_BLANK" },
      { field: "headers", key: "ERROR.FIELD_HEADERS" },
    ])
    const typed = { ...elsewhere, "fields.token": "new", headers: "X-Key: new" }
    expect(connectionFormProblems(typed, before)).toEqual([])
    expect(unmaskConnection(parseConnectionForm(typed), stored)).toMatchObject({ fields: { token: "new" }, headers: { "X-Key": "new" } })
  })

  test("[O1] keeps the masked query of an OAuth endpoint, and asks for it when the address before it is changed", () => {
    const endpoints = { authEndpoint: "https://a.example/authorize?tenant=own", tokenEndpoint: "https://a.example/token?key=query-secret" }
    const shown = listed({ ...validPayloads[1], authType: 5, fields: { ...credentials[5], ...endpoints } })
    const draft = connectionFormFields(shown)
    expect([connectionFormProblems(draft, shown), losesSecrets(draft, shown)]).toEqual([[], false])
    const moved = { ...draft, "fields.tokenEndpoint": `https://evil.example/token?${secretMask}` }
    expect(connectionFormProblems(moved, shown)).toContainEqual({ field: "fields.tokenEndpoint", key: "ERROR.FIELD_MASKED_QUERY" })
  })

  test("[O1] moves a query that was typed in the path to its own field, unless that is filled in", () => {
    const stored: ConnectionPayload = { ...validPayloads[4], apiHost: "https://a.example", apiQuery: "key=old" }
    const draft = { ...connectionFormFields(listed(stored)), apiPath: "/b?key=new" }
    expect(connectionFormProblems(draft, listed(stored))).toEqual([{ field: "apiPath", key: "ERROR.FIELD_QUERY" }])
    const replaced = { ...draft, apiQuery: "" }
    expect(connectionFormProblems(replaced, listed(stored))).toEqual([])
    expect(unmaskConnection(parseConnectionForm(replaced), stored)).toMatchObject({ apiPath: "/b", apiQuery: "key=new" })
    expect(problemsOf({ ...stored, apiHost: "https://a.example?key=a" })).toEqual(["apiHost ERROR.FIELD_QUERY"])
  })

  test("[O1] separates the query of a connection that was stored before queries had their own field", () => {
    const urlOf = ({ apiHost, apiPath, apiQuery }: ConnectionPayload) =>
      `${apiHost}/${apiPath?.replace(/^\//, "")}${apiQuery ? `?${apiQuery}` : ""}`
    const part = fc.constantFrom("", "/", "a", "?", "b=c", "&")
    const parts = fc.array(part, { maxLength: 5 }).map((it) => it.join(""))
    fc.assert(
      fc.property(parts, parts, (host, path) => {
        const stored: ConnectionPayload = {
          ...validPayloads[4],
          apiHost: `https://a.example/x${host.replace(/\/+$/, "")}`,
          apiPath: path.replace(/^\/+/, ""),
        }
        const separated = separateStoredQuery(stored)
        expect([separated.apiHost, separated.apiPath].join("")).not.toContain("?")
        // The same server gets the same request.
        expect(new URL(urlOf(separated)).search).toBe(new URL(urlOf(stored)).search)
        expect(separateStoredQuery(separated)).toEqual(separated)
      }),
    )
  })

  test("[O12] masks a query in responses: as a whole, and its longer values in any encoding", () => {
    const secrets = listSecrets({ ...validPayloads[4], apiQuery: "?key=a-long%20key/1&format=json&x=%E0%A4%A" })
    const mask = (text: string) => redactSecrets(text, secrets)
    expect([mask("a-long key/1"), mask("a-long%20key/1"), mask("a-long+key%2F1"), mask('"a-long key\\/1"')]).toEqual([
      secretMask,
      secretMask,
      secretMask,
      `"${secretMask}"`,
    ])
    expect(mask("format: json")).toBe("format: json")
    expect(listSecrets({ ...validPayloads[4], apiQuery: " " })).toEqual([])
  })

  test("[O7] sends no fields of another platform, and no credentials of another authentication type", () => {
    fc.assert(
      fc.property(whole, whole, (first, second) => {
        const draft = { ...connectionFormFields(listed(first)), ...connectionFormFields(listed(second)) }
        const payload = parseConnectionForm(draft)
        const own = new Set<string>(["platform", "name", "externalKey", "fields", ...platformFields(payload.platform)])
        expect(Object.keys(payload).filter((it) => !own.has(it))).toEqual([])
        expect(Object.keys(payload.fields ?? {})).toEqual([...requestedCredentials(draft)])
        expect(payload.platform).toBe(second.platform)
      }),
    )
  })

  test("[O3] [O4] marks as required exactly the fields without which it is not saved", () => {
    fc.assert(
      fc.property(fc.constantFrom("1", "2", "3", "4", "5"), fc.constantFrom("", "1", "2", "3", "5"), (platform, authType) => {
        const empty = { ...connectionFormFields(null), platform, authType }
        expect(
          connectionFormProblems(empty, null)
            .map(({ field }) => field)
            .toSorted(),
        ).toEqual(requiredFields(empty).toSorted())
        expect(visibleFields(empty)).toEqual(expect.arrayContaining([...requiredFields(empty)]))
      }),
    )
  })

  test("[O7] takes one header per line with a valid name and value, and reports anything else", () => {
    const headerProblems = (headers: string) =>
      connectionFormProblems({ ...connectionFormFields(listed(validPayloads[1])), headers }, null).map(({ field }) => field)
    for (const headers of ["", "\n\n", "X-Key: a", "X-Key:a:b\n\n Accept : text/html; q=1"]) expect(headerProblems(headers)).toEqual([])
    for (const headers of ["X-Key", "X Key: a", ": a", "X-Key:", "X-Key: a\nx-key: b", "X-Key: \u0000", "X-Key: é"])
      expect(headerProblems(headers)).toEqual(["headers"])
    expect(problemsOf({ ...validPayloads[1], headers: { "X-Key": "a\r\nCookie: b" } })).toEqual(["headers ERROR.FIELD_HEADERS"])
    expect(problemsOf({ ...validPayloads[1], headers: { "a b": "c" } })).toEqual(["headers ERROR.FIELD_HEADERS"])
  })

  test("[O1] drops the mask when something is typed over it, and keeps an untouched one", () => {
    expect([secretMask, `${secretMask}new`, secretMask.slice(1), "plain", ""].map(stripMask)).toEqual([secretMask, "new", "", "plain", ""])
    const draft = { ...checkoutFormFields(maskCheckout({ test: credentialsOfAll("a"), prod: credentialsOfAll("b") })) }
    const sent = parseCheckoutForm({ ...draft, "test.password": `${secretMask}new`, "prod.username": " bob " })
    expect(unmaskCheckout(sent, { test: credentialsOfAll("a"), prod: credentialsOfAll("b") })).toEqual({
      test: { ...credentialsOfAll("a"), password: "new" },
      prod: { ...credentialsOfAll("b"), username: "bob" },
    })
  })
  const credentialsOfAll = (all: string) => ({ username: all, password: all, clientId: all, clientSecret: all })
})

describe("data points", () => {
  const row = { selectedConnection: "c", valueSource: "email", dataSelector: "$.name" }
  const fieldsOf = (...rows: ReadonlyArray<typeof row>) => dataPointProblems(rows, new Set(["c"])).map(({ field }) => field)

  test("are started once their source or selector is not blank, whatever their connection", () => {
    const nothing = { selectedConnection: "c", valueSource: " ", dataSelector: "" }
    expect([nothing, { ...nothing, valueSource: "a" }, { ...nothing, dataSelector: "a" }, row].map(isStarted)).toEqual([
      false,
      true,
      true,
      true,
    ])
  })

  test("[O6] need an existing connection, a source and a selector, and are at most a hundred", () => {
    expect(fieldsOf(...Array.from({ length: 100 }, () => row))).toEqual([])
    expect(fieldsOf(...Array.from({ length: 101 }, () => row))).toEqual([""])
    expect(fieldsOf(row, { ...row, selectedConnection: "d" })).toEqual(["1.selectedConnection"])
    for (const nothing of ["", " \t"])
      expect(fieldsOf({ ...row, valueSource: nothing }, { ...row, dataSelector: nothing })).toEqual(["0.valueSource", "1.dataSelector"])
    expect(dataPointProblems([row], new Set()).map(({ key }) => key)).toEqual(["ERROR.DATA_POINTS"])
    expect(fieldsOf({ ...row, valueSource: "a".repeat(1024), dataSelector: "a".repeat(1024) })).toEqual([])
    expect(fieldsOf({ ...row, valueSource: "a".repeat(1025), dataSelector: "a".repeat(1025) })).toEqual(["0.valueSource", "0.dataSelector"])
  })
})
