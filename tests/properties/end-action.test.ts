// End actions, and the web addresses of redirects and endpoints.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { actionFindings } from "../../domain/actions/action-check.ts"
import {
  chooseEndAction,
  type EndParams,
  endFindings,
  getEndAction,
  hasMetadataOnlyHost,
  listEndFields,
  normalizeEndUrl,
  setEndMessage,
  setEndUrl,
} from "../../domain/actions/end-action.ts"
import { findWebsite, hasValidHost, isWebUrl, normalizeWebUrl } from "../../domain/text/web-url.ts"

const findingsOf = (params: EndParams) => endFindings(params, "").map(({ rule, severity }) => [rule, severity])

describe("editing an end action", () => {
  type Edit = (params: EndParams) => EndParams
  const edit: fc.Arbitrary<Edit> = fc.oneof(
    fc.constantFrom("close", "redirect", "livestats").map(
      (action): Edit =>
        (it) =>
          chooseEndAction(it, action),
    ),
    fc.string().map(
      (text): Edit =>
        (it) =>
          setEndUrl(it, text),
    ),
    fc.string().map(
      (text): Edit =>
        (it) =>
          setEndMessage(it, text),
    ),
  )
  const start: EndParams = { endType: "screenout", endAction: "close", message: "", url: "", "newer field": [1] }

  test("[A1] shows the fields that the chosen action uses", () => {
    expect(listEndFields({ ...start, endAction: "close" })).toEqual(["message"])
    expect(listEndFields({ ...start, endAction: "redirect" })).toEqual(["url"])
    expect(listEndFields({ ...start, endAction: "livestats" })).toEqual([])
    expect(listEndFields({ ...start, endAction: "close", url: "https://left.example" })).toEqual(["message"])
  })

  test("[A1] shows the message field if a message is set, even if the chosen action has none, because respondents see it", () => {
    expect(listEndFields({ ...start, endAction: "livestats", message: "Bye" })).toEqual(["message"])
    expect(listEndFields({ ...start, endAction: "redirect", message: "Bye" })).toEqual(["message", "url"])
  })

  test("[A1] shows the fields of what happens when no action is chosen", () => {
    expect(listEndFields({})).toEqual(["message"])
    expect(listEndFields({ url: "https://a.example" })).toEqual(["url"])
  })

  test("[A1] always shows the field that was just filled", () => {
    fc.assert(
      fc.property(fc.array(edit), fc.string(), (edits, text) => {
        const params = edits.reduce((it, apply) => apply(it), start)
        fc.pre(text.trim() !== "")
        expect(listEndFields(setEndMessage(params, text))).toContain("message")
        expect([listEndFields(setEndUrl(params, text)), getEndAction(setEndUrl(params, text))]).toEqual([
          expect.arrayContaining(["url"]),
          "redirect",
        ])
      }),
    )
  })

  test("[E5] accepts a host that answers filled in only where browsers open it", () => {
    for (const none of [
      "https://javascript:alert(1)%2F%2F/x",
      "https://evil.example%2Fphish/",
      "https://a%20b.example/",
      "https://a%/",
      "https://%/x",
      "https://256.1.1.1/",
      "https://1.2.3/",
      "https://a:b@/x",
      "https://[:]/",
      "https://[1::2::3]/",
      "https://%5B::1%5D/",
      "https:///x",
      "",
    ])
      expect([none, hasValidHost(none)]).toEqual([none, false])
    for (const one of [
      "https://a.example/x?y=%2F#z",
      "http://localhost:3000",
      "https://m%C3%BCller.example/",
      "https://me:pass@a.example:8080/",
      "https://[::1]:80/",
      "https://[1:2:3:4:5:6:7:8]/",
      "https://127.0.0.1/",
    ])
      expect([one, hasValidHost(one), URL.canParse(one)]).toEqual([one, true, true])
    const part = fc.constantFrom("a", "b.example", "%2F", ":", "@", "1", ".", "%", "]", "[", "^", "|", "<", "é", "-", " ", "0x1", "/", "\\")
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const address = normalizeWebUrl(`https://${parts.join("")}/x`)
        if (address !== undefined && hasValidHost(address)) expect([address, URL.canParse(address)]).toEqual([address, true])
      }),
    )
  })

  test("[A1] leaves no message with a redirect and no url with a close, and keeps all other fields", () => {
    fc.assert(
      fc.property(fc.array(edit), (edits) => {
        const end = edits.reduce((now, it) => it(now), start)
        if (end.endAction === "redirect") expect(end.message?.trim()).toBe("")
        if (end.endAction === "close") expect(end.url?.trim()).toBe("")
        expect({ endType: end.endType, newer: end["newer field"] }).toEqual({ endType: "screenout", newer: [1] })
      }),
    )
  })

  test("[A1] keeps typed text and chooses the action for it, while clearing the text chooses nothing", () => {
    fc.assert(
      fc.property(fc.array(edit), fc.oneof(fc.string(), fc.constant("  ")), (edits, text) => {
        const before = edits.reduce((now, it) => it(now), start)
        const [withUrl, withMessage] = [setEndUrl(before, text), setEndMessage(before, text)]
        expect(withUrl.url).toBe(text)
        expect(withMessage.message).toBe(text)
        const isBlank = text.trim() === ""
        expect(withUrl.endAction).toBe(isBlank ? before.endAction : "redirect")
        expect(withMessage.endAction).toBe(isBlank ? before.endAction : "close")
      }),
    )
  })

  test("[A1] keeps message and url when live statistics are chosen", () => {
    expect(chooseEndAction({ ...start, message: "Bye", url: "https://a.example" }, "livestats")).toEqual({
      ...start,
      endAction: "livestats",
      message: "Bye",
      url: "https://a.example",
    })
  })
})

describe("web addresses", () => {
  test("[A2] are http or https for browsers too, and stay the same when normalized again", () => {
    const typed = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      fc
        .tuple(fc.constantFrom("javascript:", "data:", "//", "http:", "HTTPS://", "https:\\\\", " ", "\t"), fc.string())
        .map((it) => it.join("")),
    )
    fc.assert(
      fc.property(typed, (text) => {
        const address = normalizeWebUrl(text)
        if (address === undefined) return
        expect(normalizeWebUrl(address)).toBe(address)
        expect(isWebUrl(address)).toBe(true)
        if (URL.canParse(address)) expect(new URL(address).protocol).toMatch(/^https?:$/)
      }),
      { numRuns: 1000 },
    )
  })

  test("[A2] get https if they have no protocol, and stay the same if they have one", () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (url) => {
        expect(normalizeWebUrl(url)).toBe(url)
        expect(normalizeWebUrl(url.replace(/^https?:\/\//, ""))).toBe(url.replace(/^https?/, "https"))
        expect(normalizeEndUrl(` ${url}\n`)).toBe(url)
      }),
    )
  })

  test.each([
    ["example.org", "https://example.org"],
    ["//example.org/a", "https://example.org/a"],
    ["example.org:8080/a", "https://example.org:8080/a"],
    ["localhost:3000", "https://localhost:3000"],
    ["{metadata}", "https://{metadata}"],
    ["HTTP://Example.org", "HTTP://Example.org"],
    ["example.org/?next=javascript:alert(1)", "https://example.org/?next=javascript:alert(1)"],
  ])("[A2] %s becomes %s", (typed, address) => {
    expect(normalizeWebUrl(typed)).toBe(address)
  })

  test.each([
    "javascript:alert(1)",
    "JAVASCRIPT:alert(1)",
    " javascript:alert(1)",
    "java\nscript:alert(1)",
    "\u0001javascript:1",
    "javascript:1",
    "data:text/html,x",
    "vbscript:x",
    "ftp://a.example",
    "mailto:a@a.example",
    "file:///etc/passwd",
    "blob:https://a.example/1",
    "",
    "   ",
    "https://",
    "https:///a",
    "http:/a.example",
    "https://a b.example",
    "two words",
    "?x=1",
    "/path",
  ])("[A2] %j is refused", (typed) => {
    expect(normalizeWebUrl(typed)).toBeUndefined()
    const redirect: EndParams = { endAction: "redirect", url: typed, message: "" }
    expect(findingsOf(redirect)).toEqual([["redirect-url", "error"]])
    expect(normalizeEndUrl(typed).trim()).toBe(typed.trim())
  })

  test("[A2] may have a port up to 65535, which is not looked for before an @", () => {
    const host = fc.constantFrom("a.example", "localhost", "[::1]", "u@a.example", "u:99999@a.example", "{metadata}", "{{answers.q}}")
    const port = fc.oneof(fc.nat(70_000).map(String), fc.constantFrom("", "00080", "65535", "65536", "99999999999999999999", "8a", "-1"))
    const behind = fc.constantFrom("", "/", "/a:99999", "?b=1:99999", "#:99999")
    fc.assert(
      fc.property(host, port, behind, (name, at, rest) => {
        const address = `https://${name}:${at}${rest}`
        const isPort = /^\d*$/.test(at) && Number(at) <= 65_535
        expect([address, isWebUrl(address)]).toEqual([address, isPort])
        expect(normalizeWebUrl(address)).toBe(isPort ? address : undefined)
        // What browsers accept, for a host without placeholders.
        if (!name.includes("{")) expect([address, URL.canParse(address)]).toEqual([address, isPort])
      }),
      { numRuns: 1000 },
    )
    for (const slot of ["{metadata}", "{{answers.q}}", "80{metadata}", '{{metadata["a/b"]}}', "{{answers.q|8/0}}"])
      expect(isWebUrl(`https://a.example:${slot}/`)).toBe(true)
  })

  test("are not checked where the end does not use them", () => {
    expect(findingsOf({ endAction: "close", url: "javascript:alert(1)" })).toEqual([])
  })

  test("have at most 1024 characters", () => {
    const address = (length: number) => `https://a.example/${"x".repeat(length - 18)}`
    expect(findingsOf({ endAction: "redirect", url: address(1024) })).toEqual([])
    expect(findingsOf({ endAction: "redirect", url: address(1025) })).toEqual([["redirect-url", "error"]])
  })

  test.each([
    "{metadata}",
    "https://{metadata}",
    " {metadata} ",
    "{{metadata.url}}",
    "https://{metadata}/path?x=1",
    '{{metadata["a b"]|https://x}}',
    "{metadata}{{metadata.rest}}",
    "//{metadata}/path",
    "svn+ssh2://{metadata}",
    "https://{metadata}:8080/path",
    "https://{metadata}..",
    "https://{metadata}.{metadata}",
    "https://me:secret@{metadata}",
    "https://me@you@{metadata}",
    "{metadata}?x=1",
    "{metadata}#x",
    "{metadata}\\x",
    "HTTPS://{metadata}",
  ])("[A3] %s has only metadata as its host", (url) => {
    expect(hasMetadataOnlyHost(url)).toBe(true)
  })

  test.each([
    "https://a.example/{metadata}",
    "https://{metadata}.a.example",
    "a.example?x={metadata}",
    "https://a.example",
    "",
    "a{metadata}",
    "{metadata}a",
    "https://{metadata}@a.example",
    "https://a.example/?{metadata}@{metadata}",
    "https://a.example\\@{metadata}",
    "https://a.example#@{metadata}",
    "https://...",
    "me@https://{metadata}",
    "me@//{metadata}",
    "https://{metadata}:80:80",
    "https://{metadata}:{metadata}@a.example",
    "1https://{metadata}",
  ])("[A3] %s has a host of its own", (url) => {
    expect(hasMetadataOnlyHost(url)).toBe(false)
  })

  test("[A3] are warned about if their host is only metadata", () => {
    expect(findingsOf({ endAction: "redirect", url: "https://{metadata}" })).toEqual([["redirect-only-metadata", "warning"]])
    expect(findingsOf({ endAction: "redirect", url: "https://a.example/{metadata}" })).toEqual([])
  })
})

test("a redirect with a missing, too long or invalid address is reported at its url", () => {
  const redirectFindings = (url: string | null) =>
    endFindings({ endAction: "redirect", url }, "/params").map(({ rule, pointer, message }) => [rule, pointer, message])
  const missing = ["redirect-url", "/params/url", "a redirect needs a web address"]
  expect([...redirectFindings(""), ...redirectFindings(" \n"), ...redirectFindings(null)]).toEqual([missing, missing, missing])
  expect(redirectFindings(`https://a.example/${"x".repeat(1024)}`)).toEqual([
    ["redirect-url", "/params/url", "must be less than or equal to 1024 characters"],
  ])
  expect(redirectFindings("ftp://a.example")).toEqual([
    [
      "redirect-url",
      "/params/url",
      "this isn't a valid web address: it must begin with http:// or https://, have a host, and no port above 65535",
    ],
  ])
  expect(endFindings({ endAction: "close", message: "x".repeat(51) }, "").map(({ rule }) => rule)).toEqual(["stop-message-length"])
})

test("an end without a chosen action is checked as a redirect if it has a url, as in the chat", () => {
  for (const endAction of [null, undefined]) {
    const findingsFor = (url: string | null) => findingsOf({ ...(endAction === null && { endAction }), url })
    expect(findingsFor("ftp://a.example")).toEqual([["redirect-url", "error"]])
    expect([...findingsFor("https://a.example"), ...findingsFor(""), ...findingsFor(" "), ...findingsFor(null)]).toEqual([])
  }
  expect(findingsOf({})).toEqual([])
  expect(findingsOf({ endAction: "livestats", url: "ftp://a.example" })).toEqual([])
})

test("an end is checked like every other action", () => {
  const findingsAt = (params: EndParams) => actionFindings({ type: "end", params }, "/action")
  expect(findingsAt({ endAction: "redirect", url: "" }).map(({ pointer }) => pointer)).toEqual(["/action/params/url"])
  expect(findingsAt({ endAction: "close", message: "Bye" })).toEqual([])
})

test("a URL that is only white space is cleared when the author leaves the field", () => {
  expect(normalizeEndUrl(" \n ")).toBe("")
})

test("a closing message has at most 50 characters", () => {
  expect(findingsOf({ endAction: "close", message: "🙂".repeat(50) })).toEqual([])
  expect(endFindings({ endAction: "close", message: "x".repeat(51) }, "/params").map(({ pointer, message }) => [pointer, message])).toEqual(
    [["/params/message", "must be less than or equal to 50 characters"]],
  )
})

test.each(["send2api", "getFromAPI"] as const)("%s needs an http or https endpoint", (type) => {
  const rules = (endpoint: string | null) => actionFindings({ type, params: { endpoint } }, "").map(({ rule }) => rule)
  for (const endpoint of ["https://a.example/hook", "http://10.0.0.1:8080", "https://a.example?x=1"]) expect(rules(endpoint)).toEqual([])
  for (const endpoint of [null, "", " ", "a.example", "ftp://a.example", "javascript:alert(1)", "https://", "https://a b"])
    expect(rules(endpoint)).toEqual(["endpoint-url"])
  expect(actionFindings({ type, params: { endpoint: `https://a.example/${"x".repeat(1024)}` } }, "").map(({ message }) => message)).toEqual(
    ["must be less than or equal to 1024 characters"],
  )
})

test.each([
  ["https://chat.example.org/chat", "https://chat.example.org/"],
  ["https://example.org:8443/a/chat?x", "https://example.org:8443/"],
  ["https://Console.example.org/chat", null],
  ["https://console.example.org", null],
  ["/chat", null],
])("[U14] the website of an installation with chats at %s is %s", (chat, website) => {
  expect(findWebsite({ chat }, "https://console.example.org")).toBe(website)
})
