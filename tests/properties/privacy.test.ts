// What is known of one person: how they are sought, what is handed over, and when a chat can lose who gave it (decisions P1 to P3).
import fc from "fast-check"
import { expect, test } from "vitest"
import type { Conversation } from "../../domain/conversations/conversation.ts"
import { exportEmojiLabels } from "../../domain/exports/answers-plan.ts"
import {
  classifyPersonQuery,
  extractAccessKey,
  personName,
  personQueryViolations,
  personSearchRateLimit,
} from "../../domain/privacy/person-search.ts"
import { buildPersonalDataExport } from "../../domain/privacy/personal-data-export.ts"
import { canAnonymize, Status } from "../../domain/script/status.ts"
import { asked, choicesOf } from "../arbitraries/answerable.ts"

test("[P2] only a closed chat can be anonymised", () => {
  expect(Status.literals.filter(canAnonymize)).toEqual(["closed"])
})

test("[P6] 60 searches of one user in 15 minutes", () => {
  expect([personSearchRateLimit.most, personSearchRateLimit.within / 60_000]).toEqual([60, 15])
})

test("[P1] of a link the last part is looked for, whatever follows it; of anything else the text itself", () => {
  const part = fc.stringMatching(/^[A-Za-z0-9_-]{1,20}$/)
  fc.assert(
    fc.property(
      part,
      fc.constantFrom("", "/", "?l=nl", "#a", "/?x=https://b.example/c"),
      fc.constantFrom("http://", "HTTPS://"),
      (pass, after, scheme) => {
        expect(extractAccessKey(` ${scheme}a.example/chat/s/${pass}${after} `)).toBe(pass)
        expect(extractAccessKey(` ${pass} `)).toBe(pass)
      },
    ),
  )
  expect(extractAccessKey("ada@example.org")).toBe("ada@example.org")
  expect(extractAccessKey("x/https://a.example/b")).toBe("x/https://a.example/b")
})

test("[P1] [P3] every answer is handed over as it was put: in the script's order, and what no revision asks last, without its words", () => {
  const agree = asked(0, "agree", { uuid: "q", type: "choice", choices: choicesOf("Ja", "Nee") })
  const script = {
    instructions: [
      { ...agree, messages: [{ uuid: "m", locale: "nl", content: "<p>Gaat u <b>akkoord</b>?</p>" }] },
      asked(1, null, { uuid: "r", type: "open" }),
      asked(2, "skipped", { uuid: "s", type: "open" }),
    ],
  }
  const conversation: Conversation = {
    cuuid: "c",
    uuid: null,
    syncedAt: null,
    status: "finished",
    startedAt: "2026-01-01T10:00:00.000Z",
    updatedAt: "2026-01-01T10:05:00.000Z",
    finishedAt: "2026-01-01T10:05:00.000Z",
    metadata: { ref: "x" },
    answers: { gone: 7, i1: "tekst", i0: 1, i2: null },
    actions: {},
  }
  const member = null
  const delivered = [{ conversation: "c", endpoint: "https://a.example", madeAt: "2026-01-01", body: { a: 1 } }]
  const packed = buildPersonalDataExport(
    { member, given: [{ chat: "Intake", script, conversation, files: ["a.png"] }], delivered },
    exportEmojiLabels([]),
  )
  expect(packed).toMatchObject({
    person: null,
    conversations: [{ chat: "Intake", conversation: "c", revision: null, status: "finished", metadata: { ref: "x" }, files: ["a.png"] }],
    deliveries: delivered,
  })
  expect(packed.conversations[0]?.answers).toEqual([
    { name: "agree", question: "Gaat u akkoord?", answer: ["Ja"] },
    { name: "q2", question: "", answer: ["tekst"] },
    { name: "gone", question: null, answer: ["7"] },
  ])
})

test("[P1] what somebody is sought by is recognised, whatever the white space around it; nothing is sought by nothing", () => {
  const space = fc.stringMatching(/^\s{0,3}$/)
  const kinds: ReadonlyArray<readonly [ReturnType<typeof classifyPersonQuery>, fc.Arbitrary<string>]> = [
    ["uuid", fc.tuple(fc.uuid(), fc.boolean()).map(([it, isLoud]) => (isLoud ? it.toUpperCase() : it))],
    ["email", fc.emailAddress()],
    ["link", fc.webUrl()],
    ["phone", fc.stringMatching(/^(\+31|0031|0)[ 0-9-]{6,12}[0-9]$/)],
    ["word", fc.stringMatching(/^[A-Za-z][A-Za-z0-9_-]{0,20}$/)],
    [null, fc.constant("")],
  ]
  for (const [kind, text] of kinds)
    fc.assert(
      fc.property(text, space, space, (it, before, after) => {
        expect(classifyPersonQuery(before + it + after)).toBe(kind)
        expect(personQueryViolations(before + it + after).length === 0).toBe(kind !== null)
      }),
    )
})

test("[P1] a person is called by their name, else by what tells them apart, else by nothing", () => {
  const blank = {
    uuid: "u",
    type: "person",
    external_id: null,
    email: null,
    phone: null,
    dateofbirth: null,
    firstname: null,
    lastname: null,
  }
  const called = (parts: Partial<typeof blank> | { readonly [key: string]: string }) => personName({ member: { ...blank, ...parts } })
  expect(called({ firstname: "Ada", lastname: "Lovelace", email: "a@b.c" })).toBe("Ada Lovelace")
  expect(called({ firstname: "", lastname: "Lovelace" })).toBe("Lovelace")
  expect(called({ firstname: "", email: "a@b.c", external_id: "7" })).toBe("a@b.c")
  expect(called({ external_id: "7", phone: "1" })).toBe("7")
  expect(called({ phone: "1" })).toBe("1")
  expect([called({}), personName({ member: null })]).toEqual([null, null])
})
