// Recalls in texts: parsing, filling, findings, renaming references, and the texts of actions that may have them.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { recallFindings } from "../../domain/check/recall-findings.ts"
import { scriptFindings } from "../../domain/check/script-rules.ts"
import type { Reference } from "../../domain/conditions/condition.ts"
import { parseCondition, printCondition } from "../../domain/conditions/condition-syntax.ts"
import type { AnswerFacets, Environment } from "../../domain/conditions/condition-value.ts"
import { evaluateCondition } from "../../domain/conditions/evaluate.ts"
import { printRecall, splitRecalls } from "../../domain/recall/recall.ts"
import { fillRecalls, fillUrl } from "../../domain/recall/recall-filling.ts"
import { applyNameChanges, renameInCondition, renameInText, updateReferences } from "../../domain/recall/reference-renaming.ts"
import { listRecallTexts, mapActionTexts } from "../../domain/recall/texts-with-recalls.ts"
import { findUsages } from "../../domain/recall/usages.ts"
import { toPlainText } from "../../domain/rich-text/plain-text.ts"
import { sanitizeHtml } from "../../domain/rich-text/sanitize-html.ts"
import type { Action } from "../../domain/script/action.ts"
import { type Instruction, setOrder } from "../../domain/script/instruction.ts"
import { getInstructionName, toNameKey } from "../../domain/script/instruction-name.ts"
import { createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"
import { condition, environment, name, reference } from "../arbitraries/conditions.ts"

const markup = fc.constantFrom("plain", "rich")
const fallback = fc.oneof(fc.string({ unit: "binary", maxLength: 8 }), fc.constantFrom("", "vriend", "<b>jij</b>", "{{x}}", "a|b", "&amp;"))
const environmentWith = (answers: Readonly<Record<string, AnswerFacets>>): Environment => ({
  answers: new Map(Object.entries(answers)),
  metadata: new Map([["ref", "a&b=c"]]),
  actions: new Map(),
  crm: new Map([["groups", ["vip", "gold"]]]),
})
const answered = (text: string): AnswerFacets => ({ value: text, text, score: null, amount: null })
const text = (content: string, order = 0): Instruction => instruction(order, { messages: [{ uuid: `m${order}`, locale: "nl", content }] })
const findingsOf = (...instructions: ReadonlyArray<Instruction>) =>
  recallFindings({ name: "", public_name: "", language: "nl", instructions: setOrder(instructions) }).map(
    ({ pointer, rule, message }) => `${pointer} ${rule}: ${message}`,
  )

test("the same finding for several recalls of one text is reported once", () => {
  const findingsForTwo = (a: string, b: string) => findingsOf(text(`<p>{{answers.${a}}} and {{answers.${b}}}</p>`))
  fc.assert(
    fc.property(fc.constantFrom("naam", "leeftijd", "q1"), fc.constantFrom("naam", "leeftijd", "q1"), (a, b) => {
      expect(findingsForTwo(a, b)).toHaveLength(a === b ? 1 : 2)
    }),
  )
  expect(findingsOf(text("<p>{{answers.naam}}</p>"), text("<p>{{answers.naam}}</p>", 1))).toHaveLength(2)
})

/** Texts made of the pieces of recalls, tags and references. */
const scraps = fc
  .array(
    fc.constantFrom(
      ...'{{ }} { } answers . name | < > <b> </b> <a href=" "> & &quot; &#125; [ ] " \' metadata.ref crm.groups'.split(" "),
      "x",
      " ",
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(""))

describe("recalls in a text", () => {
  test("[C11] the parts of a text are together the text", () => {
    fc.assert(
      fc.property(fc.oneof(scraps, fc.string({ unit: "binary" })), markup, (source, kind) => {
        expect(
          splitRecalls(source, kind)
            .map((part) => part.source)
            .join(""),
        ).toBe(source)
      }),
      { numRuns: 1000 },
    )
  })

  test("[C11] a printed recall is parsed again in any surrounding text", () => {
    fc.assert(
      fc.property(reference, fallback, markup, fc.constantFrom("", "<p>", "{", "hallo }} "), (recalled, fallbackText, kind, before) => {
        const plain = fallbackText.trim().replace(/[{}]/g, "").replaceAll("\u00a0", " ").trim()
        const written = `${before}${printRecall(recalled, plain, kind)} en meer`
        expect(splitRecalls(written, kind).find(({ _tag }) => _tag === "Recall")).toMatchObject({ reference: recalled, fallback: plain })
      }),
      { numRuns: 1000 },
    )
  })

  test("[C11] a respondent's text is shown unchanged and never becomes markup", () => {
    const nasty = fc.oneof(
      fc.string({ unit: "binary", minLength: 1 }),
      fc.constantFrom(
        "<img src=x onerror=alert(1)>",
        '"><script>alert(1)</script>',
        "javascript:alert(1)",
        "&lt;b&gt;",
        "{{answers.naam}}",
      ),
    )
    fc.assert(
      fc.property(nasty, (given) => {
        const rich = sanitizeHtml(
          '<p>Dag <strong>{{answers.naam|jij}}</strong>, <a href="https://example.org/?{{answers.naam}}">klik</a></p>',
        )
        const filled = fillRecalls(rich, "rich", environmentWith({ naam: answered(given) }))
        const tags = (html: string) => html.match(/<[^>]*>/g)
        expect(tags(filled)).toEqual(tags(rich))
        const visible = given.replaceAll("\0", "").replace(/\s+/g, " ")
        expect(toPlainText(filled).replace(/\s+/g, " ")).toBe(`Dag ${visible}, klik`.replace(/\s+/g, " "))
        expect(fillRecalls("Dag {{answers.naam|jij}}", "plain", environmentWith({ naam: answered(given) }))).toBe(`Dag ${given}`)
      }),
    )
  })

  test("[C11] a missing answer shows the fallback, and text that is not a recall is kept", () => {
    expect(fillRecalls("Dag {{answers.naam|vriend}}{{metadata.x}}!", "plain", environmentWith({}))).toBe("Dag vriend!")
    expect(fillRecalls("Dag {{ Answers.naam }} {{q1}} {{x y}} {{answers.}}", "plain", environmentWith({}))).toBe(
      "Dag {{ Answers.naam }} {{q1}} {{x y}} {{answers.}}",
    )
    expect(fillRecalls("{{answers.Naam}} {{ crm.groups | niemand }}", "plain", environmentWith({ naam: answered("Jo") }))).toBe(
      "Jo vip, gold",
    )
    expect(fillRecalls("<p>{{answers.<b>naam</b>}}</p>", "rich", environmentWith({ naam: answered("Jo") }))).toBe(
      "<p>{{answers.<b>naam</b>}}</p>",
    )
    expect(fillRecalls('{{answers["a &quot; b"]|&lt;jij&gt;}}', "rich", environmentWith({}))).toBe('{{answers["a &quot; b"]|&lt;jij&gt;}}')
    expect(fillRecalls("{{answers[&quot;a b&quot;]|&lt;jij&gt;}}", "rich", environmentWith({}))).toBe("&lt;jij&gt;")
  })

  test("[C11] white space around a fallback is ignored, and text after a name without a bar is not a recall", () => {
    for (const written of ["{{answers.naam|vriend}}", "{{ answers.naam | vriend }}", "{{answers.naam|\tvriend\u00a0}}"])
      expect(fillRecalls(written, "plain", environmentWith({}))).toBe("vriend")
    for (const empty of ["{{answers.naam}}", "{{answers.naam }}", "{{answers.naam|}}", "{{answers.naam| }}"])
      expect(fillRecalls(empty, "plain", environmentWith({}))).toBe("")
    for (const notRecall of ["{{answers.naam vriend}}", "{{answers.naam, vriend}}"])
      expect(fillRecalls(notRecall, "plain", environmentWith({ naam: answered("Jo") }))).toBe(notRecall)
    for (const markup of ["plain", "rich"] as const)
      expect(printRecall({ _tag: "Answer", name: "naam", facet: null }, "", markup)).toBe("{{answers.naam}}")
  })

  test("[C14] a recall shows the text of an answer, or the named facet", () => {
    const refusedAnswer = { value: 2, text: "Nee", score: 5, amount: null }
    expect(
      fillRecalls(
        "{{answers.a}} {{answers.a.value}} {{answers.a.score}} {{answers.a.amount|niets}}",
        "plain",
        environmentWith({ a: refusedAnswer }),
      ),
    ).toBe("Nee 2 5 niets")
    expect(fillRecalls("{{answers.a}}", "plain", environmentWith({ a: { ...refusedAnswer, text: ["Thee", "Melk"] } }))).toBe("Thee, Melk")
  })

  test("[C14] a recall in a URL does not change its origin, path or other parameters", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (given) => {
        const filled = new URL(fillUrl("https://example.org/a?b={{answers.x}}&c=1", environmentWith({ x: answered(given) })))
        expect([filled.origin, filled.pathname, filled.searchParams.get("c")]).toEqual(["https://example.org", "/a", "1"])
        expect(filled.searchParams.get("b")).toBe(given.toWellFormed())
      }),
    )
    expect(fillUrl("https://a.example/{{answers.x}}", environmentWith({ x: answered("a\ud800b") }))).toBe("https://a.example/a%EF%BF%BDb")
  })
})

describe("checks of recalls", () => {
  const first = questionInstruction(0, "naam", { uuid: "q", type: "open", placeholder: "{{answers.leeftijd}}" })
  const second = questionInstruction(1, "leeftijd", {
    uuid: "q",
    type: "choice",
    choices: createChoices("{{answers.nam|x}}", "{{answers.naam}}"),
  })

  test("[C11] a likely recall with an unknown root is only a warning, since the braces may be intended", () => {
    const warningsFor = (written: string) =>
      scriptFindings({ name: "a", public_name: "", language: "nl", instructions: setOrder([first, second, text(`<p>${written}</p>`)]) })
        .filter(({ pointer }) => pointer.startsWith("/instructions/2/messages"))
        .map(({ severity, rule, message }) => `${severity} ${rule}: ${message}`)
    const suggestion = (written: string, nearest: string) => [
      `warning condition-unknown-reference: ${written} will appear literally; did you mean ${nearest}?`,
    ]
    expect(warningsFor("{{answer.naam}}")).toEqual(suggestion("{{answer.naam}}", "answers"))
    expect(warningsFor("{{ Answers.naam|jij }}")).toEqual(suggestion("{{ Answers.naam|jij }}", "answers"))
    expect(warningsFor('{{metadat["a b"]}}')).toEqual(suggestion('{{metadat["a b"]}}', "metadata"))
    expect(warningsFor("{{naam.text}}")).toEqual(suggestion("{{naam.text}}", "answers.naam"))
    expect(warningsFor("{{setting.foo.bar}}")).toEqual([
      "warning condition-unknown-reference: {{setting.foo.bar}} will appear literally: a recall begins with answers, metadata, actions or crm",
    ])
    for (const own of ["{{x y}}", "{{e.g. this}}", "{{1.5}}", "{{a.}}", "{{f.g()}}", "{{https://a.b}}", "{a.b}"])
      expect(warningsFor(own)).toEqual([])
  })

  test("[C11] splitting a text takes linear time, whatever is between braces", () => {
    const long = (part: string) => `{{${part.repeat(100_000)}}}`
    for (const part of ["a.", ".", "[", '["', "a", "|", " "]) expect(splitRecalls(long(part), "plain").length).toBe(1)
  })

  test("[C11] unknown names, forward references and invalid recalls are found in every text", () => {
    expect(findingsOf(first, second, text("<p>{{answers.}} {{naam}} {{iets}} {{actions.geen}} {{metadata.x}}</p>"))).toEqual([
      "/instructions/0/question/placeholder condition-forward-reference: “leeftijd” comes later, so it has no answer yet",
      "/instructions/1/question/choices/0/translation/content condition-unknown-reference: there is no instruction named “nam”; did you mean “naam”?",
      "/instructions/2/messages/0/content condition-syntax: {{answers.}} can't be read and will appear literally",
      "/instructions/2/messages/0/content condition-unknown-reference: {{naam}} will appear literally; did you mean answers.naam?",
      "/instructions/2/messages/0/content condition-unknown-reference: there is no instruction named “geen”",
    ])
    const end = instruction(2, { type: "end", action: { type: "end", params: { message: "Dag {{answers.nam}}" } } })
    expect(findingsOf(first, second, end).at(-1)).toContain("/instructions/2/action/params/message condition-unknown-reference")
  })
})

describe("renaming", () => {
  const renaming = fc.tuple(fc.constantFrom("q1", "Leeftijd", "a name"), name).map(([from, to]) => ({ from, to }))
  const renameReference = (reference: Reference, from: string, to: string): Reference =>
    (reference._tag === "Answer" || reference._tag === "Action") && toNameKey(reference.name) === toNameKey(from)
      ? { ...reference, name: to }
      : reference

  test("[C12] a renamed condition has the new name in place of the old one, and no other change", () => {
    fc.assert(
      fc.property(condition, renaming, (tree, { from, to }) => {
        const written = printCondition(tree)
        const [before, after] = [parseCondition(written), parseCondition(renameInCondition(written, new Map([[toNameKey(from), to]])))]
        if (before._tag !== "Parsed" || after._tag !== "Parsed") throw new Error("a printed condition is not read")
        expect(after.references.map(({ reference }) => reference)).toEqual(
          before.references.map(({ reference }) => renameReference(reference, from, to)),
        )
        const rest = ({ condition: one }: typeof before) => JSON.stringify(one, (key, value) => (key === "name" ? "" : value))
        expect(rest(after)).toBe(rest(before))
      }),
      { numRuns: 1000 },
    )
  })

  test("[C12] a condition evaluates the same after renaming, with the answer under the new name", () => {
    fc.assert(
      fc.property(condition, environment, (tree, seen) => {
        const moved = (map: ReadonlyMap<string, never>) => new Map([...map].map(([key, value]) => [key === "q1" ? "nieuw" : key, value]))
        const parsed = parseCondition(renameInCondition(printCondition(tree), new Map([["q1", "nieuw"]])))
        if (parsed._tag !== "Parsed") throw parsed
        const renamed = { ...seen, answers: moved(seen.answers as never), actions: moved(seen.actions as never) }
        expect(evaluateCondition(parsed.condition, renamed)).toBe(evaluateCondition(tree, seen))
      }),
      { numRuns: 1000 },
    )
  })

  test("[C12] renaming keeps the author's spacing and notation", () => {
    const names = new Map([["q1", "naam"]])
    expect(renameInCondition("  (Q1==1)&&  answers . q1.text != 'q1'\n|| answers[\"q1\"] ", names)).toBe(
      "  (naam==1)&&  answers .naam.text != 'q1'\n|| answers.naam ",
    )
    expect(renameInCondition("q1 == ", names)).toBe("q1 == ")
    expect(renameInCondition("q1", new Map([["q1", "true"]]))).toBe("answers.true")
    expect(renameInCondition("q1 < 2", new Map([["q1", "1e keer"]]))).toBe('answers["1e keer"] < 2')
    expect(renameInText("<p>{{answers.q1.score|&amp; jij}} {{answers.q2}} {{q1}}</p>", "rich", names)).toBe(
      "<p>{{answers.naam.score|&amp; jij}} {{answers.q2}} {{q1}}</p>",
    )
  })

  test("[C12] two names can be swapped", () => {
    const list = [text("{{answers.a}} {{answers.b}}")]
    expect(
      applyNameChanges(
        list,
        new Map([
          ["a", "b"],
          ["b", "a"],
        ]),
      )[0]?.messages[0]?.content,
    ).toBe("{{answers.b}} {{answers.a}}")
  })
})

describe("references to moved, renamed and deleted instructions", () => {
  const label = fc.option(fc.constantFrom("naam", "leeftijd", "Q3", "q1", "tekst"))
  const list = fc.array(fc.tuple(label, fc.nat(9)), { minLength: 2, maxLength: 7 }).map((parts) =>
    setOrder(
      parts.map(([named, uses], i) =>
        instruction(i, {
          uuid: `i${i}`,
          label: named,
          condition: `q${uses} == 1 && naam`,
          messages: [{ uuid: "m", locale: "nl", content: `{{answers.q${uses}}}` }],
        }),
      ),
    ),
  )
  const shuffled = (before: ReadonlyArray<Instruction>) =>
    fc
      .tuple(
        fc.shuffledSubarray([...before], { minLength: 1, maxLength: before.length }),
        fc.array(fc.tuple(fc.nat(7), label), { maxLength: 3 }),
      )
      .map(([kept, labels]) =>
        setOrder(kept.map((one, i) => labels.reduce((now, [at, named]) => (at === i ? { ...now, label: named } : now), one))),
      )

  /** The instruction with this name, if only one has it. */
  const findNamed = (instructions: ReadonlyArray<Instruction>, wanted: string): string | null => {
    const found = instructions.filter((one) => toNameKey(getInstructionName(one)) === toNameKey(wanted))
    return found.length === 1 ? (found[0]?.uuid ?? null) : null
  }
  const referencedIds = (instructions: ReadonlyArray<Instruction>, uuid: string): ReadonlyArray<string | null> => {
    const instruction = instructions.find((candidate) => candidate.uuid === uuid)
    const parsed = parseCondition(instruction?.condition ?? "true")
    if (parsed._tag !== "Parsed") throw parsed
    const recalls = splitRecalls(instruction?.messages[0]?.content ?? "", "rich").flatMap((piece) =>
      piece._tag === "Recall" ? [piece.reference] : [],
    )
    return [...parsed.references.map(({ reference }) => reference), ...recalls].map((reference) =>
      "name" in reference ? findNamed(instructions, reference.name) : null,
    )
  }

  test("[C12] keep their target or lose it, and never move from a deleted instruction to another one", () => {
    fc.assert(
      fc.property(
        list.chain((before) => fc.tuple(fc.constant(before), shuffled(before))),
        ([before, edited]) => {
          const after = updateReferences(before, edited)
          const isDeleted = (uuid: string | null) => uuid !== null && !after.some((one) => one.uuid === uuid)
          for (const { uuid } of after) {
            const now = referencedIds(after, uuid)
            const wrong = referencedIds(before, uuid).filter(
              (was, i) => was !== null && now[i] !== null && now[i] !== was && !isDeleted(was),
            )
            expect(wrong).toEqual([])
            expect(referencedIds(before, uuid).filter((was, i) => isDeleted(was) && now[i] !== null)).toEqual([])
          }
        },
      ),
      { numRuns: 2000 },
    )
  })

  test("[C12] are unchanged without an edit, and where the list changes but no name of theirs does", () => {
    fc.assert(
      fc.property(list, (before) => {
        expect(updateReferences(before, before)).toBe(before)
      }),
    )
    const before = [questionInstruction(0, "a", { uuid: "q", type: "open" }), instruction(1, { condition: "a == 1" })]
    expect(
      updateReferences(
        before,
        [instruction(0, { uuid: "nieuw" }), ...before].map((one, order) => ({ ...one, order })),
      )[2]?.condition,
    ).toBe("a == 1")
  })

  test("[C12] follow unnamed instructions, and get an unused name when their target is deleted", () => {
    const [first, second, third] = [0, 1, 2].map((i) => questionInstruction(i, null, { uuid: `q${i}`, type: "open" }))
    if (first === undefined || second === undefined || third === undefined) throw new Error("three questions")
    const last = instruction(3, { condition: "q1 == 'a' && q2 == 'b'" })
    const conditionAfter = (edited: ReadonlyArray<Instruction>) =>
      updateReferences([first, second, third, last], setOrder(edited)).find(({ uuid }) => uuid === last.uuid)?.condition
    expect(conditionAfter([second, first, third, last])).toBe("q2 == 'a' && q1 == 'b'")
    expect(conditionAfter([first, third, last])).toBe("q1 == 'a' && q2_deleted == 'b'")
    expect(conditionAfter([first, { ...second, label: "naam" }, third, last])).toBe("q1 == 'a' && naam == 'b'")
  })

  test("[C12] are all listed as usages of an instruction", () => {
    const instructions = setOrder([
      questionInstruction(0, "Prijs", { uuid: "qp", type: "numeric" }),
      instruction(1, { condition: "PRIJS > 5", messages: [{ uuid: "m", locale: "nl", content: "<p>{{answers.prijs}}</p>" }] }),
      instruction(2, { type: "action", action: { type: "payment", params: { amount: "i0" } } }),
      instruction(3, { type: "action", action: { type: "send2api", params: { questions: ["x", "qp"] } } }),
      instruction(4, { condition: "prijs ==" }),
    ])
    expect(findUsages(instructions, "i0").map(({ pointer, as }) => `${pointer} ${as}`)).toEqual([
      "/instructions/1/condition condition",
      "/instructions/1/messages/0/content recall",
      "/instructions/2/action/params/amount action",
      "/instructions/3/action/params/questions/1 action",
    ])
    expect(findUsages(instructions, "i1")).toEqual([])
  })
})

describe("texts of actions with recalls", () => {
  const recall = "Dag {{answers.naam}}"
  const texts = (action: Action) =>
    listRecallTexts(instruction(0, { type: "action", action })).map(({ path, text, markup }) => [
      path.replace("/action/params/", ""),
      text,
      markup,
    ])

  test.each<[Action, ReadonlyArray<string>]>([
    [{ type: "end", params: { message: recall, url: recall } }, ["message", "url"]],
    [
      { type: "crmAuth", params: { placeholder: recall, emailSubject: recall, emailBody: recall } },
      ["placeholder", "emailSubject", "emailBody"],
    ],
    [{ type: "crmApi", params: { placeholder: recall, column: recall } }, ["placeholder"]],
    [
      { type: "getFromAPI", params: { endpoint: recall, sendPayload: { [recall]: 1, a: recall, "b/c": [recall, { d: recall }] } } },
      ["sendPayload/a", "sendPayload/b~1c/0", "sendPayload/b~1c/1/d"],
    ],
    [{ type: "getFromAPI", params: { sendPayload: JSON.stringify({ a: [recall] }) } }, ["sendPayload/a/0"]],
    [{ type: "askAI", params: { purpose: recall, contextText: recall, provider: recall, endpoint: recall } }, ["purpose", "contextText"]],
  ])("[C11] only texts that people read may have recalls: %o", (action, fields) => {
    expect(new Set(texts(action))).toEqual(new Set(fields.map((field) => [field, recall, "plain"])))
  })

  test("[C11] a recalled answer stays a string of the payload, whatever its characters, also in a payload stored as text", () => {
    const hostile = `", "admin": true, "x": "\\`
    const sent = (sendPayload: unknown) => {
      const filled = mapActionTexts({ type: "getFromAPI", params: { sendPayload } }, (text, markup) =>
        fillRecalls(text, markup, environmentWith({ naam: answered(hostile) })),
      )
      return filled.type === "getFromAPI" ? filled.params.sendPayload : null
    }
    const value = { who: "{{answers.naam}}", n: 1, of: [null, true, "-{{answers.naam}}"] }
    const expected = { who: hostile, n: 1, of: [null, true, `-${hostile}`] }
    expect(sent(value)).toEqual(expected)
    expect(JSON.parse(String(sent(JSON.stringify(value))))).toEqual(expected)
    for (const payload of ["{{answers.naam}", "{ {{answers.naam}} }", undefined, null, 1]) expect(sent(payload)).toBe(payload)
    const deep = JSON.parse(`${"[".repeat(100_000)}"{{answers.naam}}"${"]".repeat(100_000)}`)
    expect(sent(deep)).toBe(deep)
  })

  test("[C11] a recalled answer is escaped in markup, and recalls inside tags are kept", () => {
    const filled = fillRecalls('<a title="{{answers.naam}}">{{answers.naam}}</a>', "rich", environmentWith({ naam: answered(`' " < > &`) }))
    expect(filled).toBe('<a title="{{answers.naam}}">&#39; &quot; &lt; &gt; &amp;</a>')
  })
})
