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
import { normalizeSideMenu, type SideMenu, sideMenuProblems } from "../../domain/communities/side-menu.ts"
import {
  type AuthType,
  authTypes,
  type ConnectionPayload,
  changesDestination,
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
import { dataPointProblems, isStarted } from "../../domain/connections/data-point.ts"
import { maskSecrets, secretMask, stripMask, unmaskSecrets } from "../../domain/connections/secret-masking.ts"

const text = fc.string({ unit: "grapheme", maxLength: 8 })
const name = fc.constantFrom("key", "token", "password", "scope")
const fields = fc.dictionary(name, text)
const isSecret = (it: string) => it === "token" || it === "password"

describe("secrets that are shown masked", () => {
  test("[O1] no secret is shown, what is none is shown as it is, and what is not there is not made up", () => {
    fc.assert(
      fc.property(fields, (kept) => {
        const shown = maskSecrets(kept, isSecret)
        expect(Object.keys(shown)).toEqual(Object.keys(kept))
        for (const [key, value] of Object.entries(shown)) expect(value).toBe(isSecret(key) && kept[key] !== "" ? secretMask : kept[key])
      }),
    )
  })

  test("[O1] what was shown and is sent back unchanged keeps what was there", () => {
    fc.assert(
      fc.property(fields, (kept) => {
        expect(unmaskSecrets(maskSecrets(kept, isSecret), kept)).toEqual(kept)
      }),
    )
  })

  test("[O1] what is typed takes the place of what was there, and a mask of nothing is nothing", () => {
    fc.assert(
      fc.property(fields, fields, (typed, kept) => {
        expect(unmaskSecrets(typed, kept)).toEqual(typed)
      }),
    )
    expect(unmaskSecrets({ token: secretMask, toString: secretMask }, {})).toEqual({ token: "", toString: "" })
  })

  const credentials = fc.record({ username: text, password: text, clientId: text, clientSecret: text })
  const checkout = fc.record({ test: credentials, prod: credentials })

  test("[O1] credentials of payments: username open, all else masked, each environment by itself", () => {
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

  test("[O2] four links at most, each with a text and an address of the web", () => {
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

  test("[O2] what is kept has its protocol, and no white space around its text", () => {
    expect(normalizeSideMenu({ links: [{ content: " Home ", url: " example.org/a " }] })).toEqual({
      links: [{ content: "Home", url: "https://example.org/a" }],
    })
  })
})

const sound: Readonly<Record<Platform, ConnectionPayload>> = {
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
const allPlatforms = Object.keys(platforms).map((it) => sound[Number(it) as Platform])
const allAuthTypes = Object.keys(authTypes).map((it) => Number(it) as AuthType)
/** Headers by which HTTP itself runs a connection and frames what goes over it. */
const ofTheConnection = ["connection", "content-length", "expect", "host", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade"]
const told = (payload: ConnectionPayload) => connectionProblems(payload).map(({ field, key }) => `${field} ${key}`)

describe("connections", () => {
  test.each(allPlatforms)("[O3] $platform needs just this", (payload) => {
    expect(told(payload)).toEqual([])
    const needed = Object.keys(payload).filter((field) => field !== "platform")
    for (const field of needed)
      for (const nothing of ["", "  ", null]) {
        if (nothing === null && (field === "name" || field === "externalKey")) continue
        const problems = told({ ...payload, [field]: nothing })
        expect(problems.map((it) => it.split(" ")[0])).toEqual([field])
      }
  })

  test.each(allPlatforms)("[O10] $platform is called where its form asks for an address", (payload) => {
    expect(platformFields(payload.platform).includes("apiHost")).toBe(isCallable(payload))
  })

  test.each(allAuthTypes)("[O4] credentials of auth type %i", (authType) => {
    const fields = credentials[authType]
    expect(told({ ...sound[1], authType, fields })).toEqual([])
    expect(told({ ...sound[1], authType })).toEqual(Object.keys(fields).map((it) => `fields.${it} ERROR.FIELD_BLANK`))
    for (const it of Object.keys(fields))
      expect(told({ ...sound[1], authType, fields: { ...fields, [it]: " " } })).toEqual([`fields.${it} ERROR.FIELD_BLANK`])
  })

  test("[O3] addresses are of the web; credentials of a spreadsheet are an object of JSON", () => {
    for (const apiHost of ["ftp://example.org", "example.org", "javascript:alert(1)"])
      expect(told({ ...sound[1], apiHost })).toEqual(["apiHost ERROR.FIELD_URL"])
    for (const apiHost of ["http://example.org", `https://example.org/${"a".repeat(1004)}`, null, ""])
      expect(told({ ...sound[1], apiHost })).toEqual([])
    expect(told({ ...sound[1], apiHost: `https://example.org/${"a".repeat(1005)}` })).toEqual(["apiHost ERROR.FIELD_TOO_LONG"])
    expect([told({ ...sound[4], apiPath: "a".repeat(1024) }), told({ ...sound[4], apiPath: "a".repeat(1025) })]).toEqual([
      [],
      ["apiPath ERROR.FIELD_TOO_LONG"],
    ])
    for (const name of ["authEndpoint", "tokenEndpoint"])
      expect(told({ ...sound[1], authType: 5, fields: { ...credentials[5], [name]: `https://example.org/${"a".repeat(1005)}` } })).toEqual([
        `fields.${name} ERROR.FIELD_TOO_LONG`,
      ])
    expect(told({ ...sound[1], authType: 5, fields: { ...credentials[5], tokenEndpoint: "file:///etc/passwd" } })).toEqual([
      "fields.tokenEndpoint ERROR.FIELD_URL",
    ])
    expect(told({ ...sound[1], authType: 5, fields: { ...credentials[5], authEndpoint: "example.org" } })).toEqual([
      "fields.authEndpoint ERROR.FIELD_URL",
    ])
    expect(told({ ...sound[1], authType: null })).toEqual([])
    const { sheetCredentials: _, ...unset } = sound[2]
    expect(told(unset)).toEqual(["sheetCredentials ERROR.FIELD_JSON"])
    for (const sheetCredentials of ['{"a":1}', secretMask, {}]) expect(told({ ...sound[2], sheetCredentials })).toEqual([])
    for (const sheetCredentials of ["", "{", "[]", "1", "null", null])
      expect(told({ ...sound[2], sheetCredentials })).toEqual(["sheetCredentials ERROR.FIELD_JSON"])
    expect([told({ ...sound[1], name: "\u{1f600}".repeat(255) }), told({ ...sound[1], name: "a".repeat(256) })]).toEqual([
      [],
      ["name ERROR.FIELD_TOO_LONG"],
    ])
  })

  const secretive = fc.record({
    fields: fc.record({ key: text, token: text, password: text, clientId: text, clientSecret: text, username: text }),
    headers: fc.dictionary(fc.constantFrom("Authorization", "X-Key"), text),
    sheetCredentials: fc.constantFrom('{"a":1}', null),
    apiHost: fc.constantFrom("https://a.example", "https://b.example", null),
  })
  const payload = secretive.map((it): ConnectionPayload => ({ ...sound[1], ...it }))

  test("[O1] what is shown of a connection holds none of its secrets; sent back as shown it is as it was", () => {
    fc.assert(
      fc.property(payload, (kept) => {
        const shown = maskConnection(kept)
        const { fields: open } = shown
        for (const secret of ["token", "password", "clientId", "clientSecret"])
          expect(open?.[secret]).toBe(kept.fields?.[secret] === "" ? "" : secretMask)
        for (const [header, value] of Object.entries(shown.headers ?? {}))
          expect(value).toBe(kept.headers?.[header] === "" ? "" : secretMask)
        expect(shown.sheetCredentials).toBe(kept.sheetCredentials === null ? null : secretMask)
        expect([open?.["key"], open?.["username"]]).toEqual([kept.fields?.["key"], kept.fields?.["username"]])
        expect(unmaskConnection(shown, kept)).toEqual(kept)
      }),
    )
  })

  test("[O5] who sends a connection elsewhere gets none of its secrets along", () => {
    const elsewhere: ReadonlyArray<Partial<ConnectionPayload>> = [
      { apiHost: "https://evil.example" },
      { platform: 3 },
      { fields: { token: secretMask, password: secretMask, authEndpoint: "https://evil.example" } },
      { fields: { token: secretMask, clientSecret: secretMask, tokenEndpoint: "https://evil.example" } },
    ]
    fc.assert(
      fc.property(payload, fc.constantFrom(...elsewhere), (kept, edit) => {
        const sent = { ...maskConnection(kept), ...edit }
        const next = unmaskConnection(sent, kept)
        expect(changesDestination(sent, kept)).toBe(true)
        for (const secret of ["token", "password", "clientId", "clientSecret"]) expect(next.fields?.[secret] ?? "").toBe("")
        for (const value of Object.values(next.headers ?? {})) expect(value).toBe("")
        expect(next.sheetCredentials).toBe(null)
        expect(changesDestination(maskConnection(kept), kept)).toBe(false)
      }),
    )
  })

  test("[O5] another endpoint of OAuth leads elsewhere too; another name, key or path does not", () => {
    const kept: ConnectionPayload = { ...sound[1], authType: 5, fields: credentials[5], apiHost: "https://a.example" }
    const to = (fields: Readonly<Record<string, string>>) => changesDestination({ ...kept, fields: { ...credentials[5], ...fields } }, kept)
    expect([to({ authEndpoint: "https://evil.example/a" }), to({ tokenEndpoint: "https://evil.example/t" })]).toEqual([true, true])
    expect([to({}), to({ clientId: "d", clientSecret: "x" })]).toEqual([false, false])
    const { fields: _, ...unset } = kept
    expect([
      changesDestination(unset, kept),
      changesDestination(kept, unset),
      changesDestination(unset, { ...unset, fields: null }),
    ]).toEqual([true, true, false])
    expect(changesDestination({ ...kept, name: "b", externalKey: "l", apiPath: "/b", headers: { a: "b" } }, kept)).toBe(false)
  })

  test("[O1] credentials of a spreadsheet that are typed anew take the place of the old, and none that were not there are made up", () => {
    const kept = { ...sound[2], sheetCredentials: '{"a":1}' }
    expect(unmaskConnection({ ...kept, sheetCredentials: '{"b":2}' }, kept).sheetCredentials).toBe('{"b":2}')
    expect(unmaskConnection({ ...kept, sheetCredentials: null }, kept).sheetCredentials).toBe(null)
    const { sheetCredentials: _, ...unset } = sound[2]
    expect(unmaskConnection(unset, kept)).toStrictEqual(unset)
    expect(unmaskConnection({ ...unset, sheetCredentials: secretMask }, unset).sheetCredentials).toBe(null)
  })

  test("[O7] a header that HTTP sets itself is not taken, however it is written", () => {
    const written = fc.constantFrom(...ofTheConnection).chain((name) => fc.mixedCase(fc.constant(name)))
    fc.assert(
      fc.property(written, (header) => {
        expect(told({ ...sound[1], headers: { "X-Key": "k", [header]: "x" } })).toEqual(["headers ERROR.FIELD_HEADERS"])
        expect(told({ ...sound[1], headers: { "X-Key": "k", [`x-${header}`]: "x" } })).toEqual([])
      }),
    )
  })

  test("[O4] an Api Key goes by a name that a header can have, and a token is what a header can hold", () => {
    const keyed = (key: string, token = "t") => told({ ...sound[1], authType: 1, fields: { key, token } })
    const written = fc.constantFrom(...ofTheConnection).chain((name) => fc.mixedCase(fc.constant(name)))
    fc.assert(
      fc.property(written, (key) => {
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
      expect(told({ ...sound[1], authType: 3, fields: { token } })).toEqual(["fields.token ERROR.FIELD_HEADER_VALUE"])
    }
    expect(keyed("X-Key", secretMask)).toEqual([])
    // What stands in the fields of another way of authentication is not sent.
    expect(told({ ...sound[1], authType: 2, fields: { username: "u", password: "p", key: "no name", token: "\n" } })).toEqual([])
  })

  test("only OAuth waits for an access token", () => {
    expect(allAuthTypes.map((authType) => isAuthorized({ ...sound[1], authType }, false))).toEqual([true, true, true, false])
    expect([isAuthorized({ ...sound[1], authType: 5 }, true), isAuthorized(sound[1], false)]).toEqual([true, true])
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
      apiPath: fc.constantFrom("/a", "/b?c=d"),
      authType: fc.constantFrom(null, ...allAuthTypes),
      headers: fc.dictionary(
        fc.stringMatching(/^[A-Za-z][A-Za-z-]{0,8}$/).filter((it) => !ofTheConnection.includes(it.toLowerCase())),
        visible,
        { noNullPrototype: true },
      ),
      production: fc.boolean(),
    })
    .filter(({ headers }) => new Set(Object.keys(headers).map((it) => it.toLowerCase())).size === Object.keys(headers).length)
    .map((it): ConnectionPayload => ({ name: "a", externalKey: "k", ...it, fields: it.authType === null ? {} : credentials[it.authType] }))
  const whole = fc.oneof(services, fc.constant(sound[2]))

  test("[O1] [O7] opened and saved without an edit, a connection stays as it is, whatever its platform", () => {
    fc.assert(
      fc.property(whole, (kept) => {
        const before = listed(kept)
        const draft = connectionFormFields(before)
        expect(connectionFormProblems(draft, before)).toEqual([])
        expect(losesSecrets(draft, before)).toBe(false)
        const next = unmaskConnection(parseConnectionForm(draft), kept)
        // A scope that was never given is blank.
        expect(next).toEqual(kept.authType === 5 ? { ...kept, fields: { ...kept.fields, scope: "" } } : kept)
      }),
    )
  })

  test("[O5] written to lead elsewhere, it lacks its secrets until they are typed again", () => {
    const kept: ConnectionPayload = {
      ...sound[4],
      apiHost: "https://a.example",
      authType: 3,
      fields: { token: "t" },
      headers: { "X-Key": "k" },
    }
    const before = listed(kept)
    const elsewhere = { ...connectionFormFields(before), apiHost: "https://b.example" }
    expect(losesSecrets(elsewhere, before)).toBe(true)
    expect(connectionFormProblems(elsewhere, before)).toEqual([
      { field: "fields.token", key: "ERROR.FIELD_BLANK" },
      { field: "headers", key: "ERROR.FIELD_HEADERS" },
    ])
    const typed = { ...elsewhere, "fields.token": "new", headers: "X-Key: new" }
    expect(connectionFormProblems(typed, before)).toEqual([])
    expect(unmaskConnection(parseConnectionForm(typed), kept)).toMatchObject({ fields: { token: "new" }, headers: { "X-Key": "new" } })
  })

  test("[O7] what is sent has nothing of another platform, nor the credentials of another way of authentication", () => {
    fc.assert(
      fc.property(whole, whole, (one, other) => {
        const draft = { ...connectionFormFields(listed(one)), ...connectionFormFields(listed(other)) }
        const payload = parseConnectionForm(draft)
        const own = new Set<string>(["platform", "name", "externalKey", "fields", ...platformFields(payload.platform)])
        expect(Object.keys(payload).filter((it) => !own.has(it))).toEqual([])
        expect(Object.keys(payload.fields ?? {})).toEqual([...requestedCredentials(draft)])
        expect(payload.platform).toBe(other.platform)
      }),
    )
  })

  test("[O3] [O4] what a form marks as needed is what it is not saved without, whatever is chosen", () => {
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

  test("[O7] headers are one a line, each with a name and a value that HTTP takes; anything else is told", () => {
    const toldOf = (headers: string) =>
      connectionFormProblems({ ...connectionFormFields(listed(sound[1])), headers }, null).map(({ field }) => field)
    for (const headers of ["", "\n\n", "X-Key: a", "X-Key:a:b\n\n Accept : text/html; q=1"]) expect(toldOf(headers)).toEqual([])
    for (const headers of ["X-Key", "X Key: a", ": a", "X-Key:", "X-Key: a\nx-key: b", "X-Key: \u0000", "X-Key: é"])
      expect(toldOf(headers)).toEqual(["headers"])
    expect(told({ ...sound[1], headers: { "X-Key": "a\r\nCookie: b" } })).toEqual(["headers ERROR.FIELD_HEADERS"])
    expect(told({ ...sound[1], headers: { "a b": "c" } })).toEqual(["headers ERROR.FIELD_HEADERS"])
  })

  test("[O1] typing over a mask drops its dots, and leaves an untouched one", () => {
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

  test("a row is begun once its source or its selector is more than space, whichever connection stands in it", () => {
    const nothing = { selectedConnection: "c", valueSource: " ", dataSelector: "" }
    expect([nothing, { ...nothing, valueSource: "a" }, { ...nothing, dataSelector: "a" }, row].map(isStarted)).toEqual([
      false,
      true,
      true,
      true,
    ])
  })

  test("[O6] each of a connection that is there, with a source and a selector, and a hundred at most", () => {
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
