// Personal data: searching for a person, the export of their data, and anonymizing (P1 to P3).
import fc from "fast-check"
import { expect, test } from "vitest"
import type { Conversation } from "../../domain/conversations/conversation.ts"
import { exportEmojiLabels } from "../../domain/exports/answers-table.ts"
import {
  classifyPersonQuery,
  extractAccessKey,
  getPersonName,
  personQueryViolations,
  personSearchRateLimit,
} from "../../domain/privacy/person-search.ts"
import { exportConversation } from "../../domain/privacy/personal-data-export.ts"
import { canAnonymize, Status } from "../../domain/script/status.ts"
import { createChoices, questionInstruction } from "../arbitraries/answerable.ts"

test("[P2] only a closed chat can be anonymized", () => {
  expect(Status.literals.filter(canAnonymize)).toEqual(["closed"])
})

test("[P6] a user may search 60 times in 15 minutes", () => {
  expect([personSearchRateLimit.most, personSearchRateLimit.within / 60_000]).toEqual([60, 15])
})

test("[P1] the search takes the access key at the end of a link, and any other text as it is", () => {
  const part = fc.stringMatching(/^[A-Za-z0-9_-]{1,20}$/)
  fc.assert(
    fc.property(
      part,
      fc.constantFrom("", "/", "?l=nl", "#a", "/?x=https://b.example/c"),
      fc.constantFrom("http://", "HTTPS://"),
      (key, after, scheme) => {
        expect(extractAccessKey(` ${scheme}a.example/chat/s/${key}${after} `)).toBe(key)
        expect(extractAccessKey(` ${key} `)).toBe(key)
      },
    ),
  )
  expect(extractAccessKey("ada@example.org")).toBe("ada@example.org")
  expect(extractAccessKey("x/https://a.example/b")).toBe("x/https://a.example/b")
})

test("[P1] [P3] the export has every answer with its question, in script order, and answers to unknown questions last", () => {
  const agree = questionInstruction(0, "agree", { uuid: "q", type: "choice", choices: createChoices("Ja", "Nee") })
  const script = {
    instructions: [
      { ...agree, messages: [{ uuid: "m", locale: "nl", content: "<p>Gaat u <b>akkoord</b>?</p>" }] },
      questionInstruction(1, null, { uuid: "r", type: "open" }),
      questionInstruction(2, "skipped", { uuid: "s", type: "open" }),
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
  const exported = exportConversation({ chat: "Intake", script, conversation, files: ["a.png"] }, exportEmojiLabels([]))
  expect(exported).toMatchObject({
    chat: "Intake",
    conversation: "c",
    revision: null,
    status: "finished",
    metadata: { ref: "x" },
    files: ["a.png"],
  })
  expect(exported.answers).toEqual([
    { name: "agree", question: "Gaat u akkoord?", answer: ["Ja"] },
    { name: "q2", question: "", answer: ["tekst"] },
    { name: "gone", question: null, answer: ["7"] },
  ])
})

test("[P1] the kind of search is recognized, ignoring surrounding white space; an empty search has none", () => {
  const space = fc.stringMatching(/^\s{0,3}$/)
  const kinds: ReadonlyArray<readonly [ReturnType<typeof classifyPersonQuery>, fc.Arbitrary<string>]> = [
    ["uuid", fc.tuple(fc.uuid(), fc.boolean()).map(([uuid, isLoud]) => (isLoud ? uuid.toUpperCase() : uuid))],
    ["email", fc.emailAddress()],
    ["link", fc.webUrl()],
    ["phone", fc.stringMatching(/^(\+31|0031|0)[ 0-9-]{6,12}[0-9]$/)],
    ["word", fc.stringMatching(/^[A-Za-z][A-Za-z0-9_-]{0,20}$/)],
    [null, fc.constant("")],
  ]
  for (const [kind, text] of kinds)
    fc.assert(
      fc.property(text, space, space, (query, before, after) => {
        expect(classifyPersonQuery(before + query + after)).toBe(kind)
        expect(personQueryViolations(before + query + after).length === 0).toBe(kind !== null)
      }),
    )
})

test("[P1] a person is shown by name, else by another identifier, else by nothing", () => {
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
  const nameOf = (parts: Partial<typeof blank> | { readonly [key: string]: string }) => getPersonName({ member: { ...blank, ...parts } })
  expect(nameOf({ firstname: "Ada", lastname: "Lovelace", email: "a@b.c" })).toBe("Ada Lovelace")
  expect(nameOf({ firstname: "", lastname: "Lovelace" })).toBe("Lovelace")
  expect(nameOf({ firstname: "", email: "a@b.c", external_id: "7" })).toBe("a@b.c")
  expect(nameOf({ external_id: "7", phone: "1" })).toBe("7")
  expect(nameOf({ phone: "1" })).toBe("1")
  expect([nameOf({}), getPersonName({ member: null })]).toEqual([null, null])
})
