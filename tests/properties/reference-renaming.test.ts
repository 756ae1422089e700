// Renaming an answer in recalls and conditions, splitting texts into recalls, and finding usages.
import { describe, expect, test } from "vitest"
import type { Reference } from "../../domain/conditions/condition.ts"
import { printRecall, splitRecalls } from "../../domain/recall/recall.ts"
import { applyNameChanges, type NameChanges, updateReferences } from "../../domain/recall/reference-renaming.ts"
import { findUsages } from "../../domain/recall/usages.ts"
import type { Action } from "../../domain/script/action.ts"
import { type Instruction, setOrder } from "../../domain/script/instruction.ts"
import { createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"

const text = (content: string): Instruction => instruction(0, { messages: [{ uuid: "m", locale: "nl", content }] })
const actionInstruction = (action: Action): Instruction => instruction(0, { type: "action", action })
const names: NameChanges = new Map([["q1", "naam"]])

describe("[C12] a recall gets the new name of its answer", () => {
  const recall = "Dag {{answers.q1|jij}}, {{answers.q2}} < {{q1}}"
  test.each<[string, Instruction]>([
    ["a message", text(`<p>${recall.replace("<", "&lt;")}</p>`)],
    ["one message of two", instruction(0, { messages: [...text("Dag {{q1}} {{").messages, ...text(recall).messages] })],
    ["a choice", questionInstruction(0, null, { uuid: "q", type: "choice", choices: createChoices("Ja", recall, "{{q1}}") })],
    ["a placeholder", questionInstruction(0, null, { uuid: "q", type: "open", placeholder: recall })],
    [
      "a placeholder beside choices",
      questionInstruction(0, null, { uuid: "q", type: "choice", placeholder: recall, choices: createChoices("{{") }),
    ],
    [
      "a question of an action",
      { ...questionInstruction(0, null, { uuid: "q", type: "open", placeholder: recall }), action: { type: "end", params: {} } },
    ],
    ["an end", actionInstruction({ type: "end", params: { message: recall, url: "https://a.example/{{metadata.x}}" } })],
    ["what is sent to an API", actionInstruction({ type: "getFromAPI", params: { sendPayload: { a: [recall], b: "{{answers.q2}}" } } })],
    ["an agent", actionInstruction({ type: "askAI", params: { purpose: recall, contextText: recall, provider: "account" } })],
  ])("in %s, and nothing else changes", (_, before) => {
    const after = JSON.parse(JSON.stringify(before).replaceAll("answers.q1", "answers.naam"))
    expect(applyNameChanges([before], names)).toStrictEqual([after])
    const minimal: Instruction = { uuid: "u", order: 0, type: before.type, typing_delay: 0, messages: before.messages }
    expect(applyNameChanges([minimal], names)).toStrictEqual([{ ...minimal, messages: after.messages }])
  })

  test("only instructions that refer to it are new objects; without any the list is the same object", () => {
    const choice = questionInstruction(0, null, {
      uuid: "q",
      type: "choice",
      choices: createChoices("{{answers.q2}}"),
      placeholder: "{{answers.q2}}",
    })
    const end = actionInstruction({ type: "end", params: { message: "{{answers.q2}}" } })
    const others = [text("Dag {{answers.q2}}"), choice, end, instruction(0, { condition: "q2 == 1 && metadata.q1 == 2" })]
    expect(applyNameChanges(others, names)).toBe(others)
    const list = [...others, instruction(0, { condition: "q1 == 1" })]
    const after = applyNameChanges(list, names)
    expect(after.slice(0, -1).every((instruction, i) => instruction === list[i])).toBe(true)
    expect(after.at(-1)).toStrictEqual({ ...list.at(-1), condition: "naam == 1" })
  })

  test("names are decoded in markup and taken literally in plain text", () => {
    expect(applyNameChanges([text("{{answers[&quot;q1&quot;]|a &lt; b}}")], names)[0]?.messages[0]?.content).toBe(
      "{{answers.naam|a &lt; b}}",
    )
    const plain = questionInstruction(0, null, {
      uuid: "q",
      type: "choice",
      placeholder: "{{answers.q1|a < b}}",
      choices: createChoices("{{answers.q1|<i>}}"),
    })
    const question = applyNameChanges([plain], names)[0]?.question
    expect([question?.placeholder, question?.choices?.[0]?.translation.content]).toEqual(["{{answers.naam|a < b}}", "{{answers.naam|<i>}}"])
  })
})

describe("[C12] references without a clear target stay", () => {
  const ask = (uuid: string, label: string | null) => ({ ...questionInstruction(0, label, { uuid: `q-${uuid}`, type: "open" }), uuid })
  const last = instruction(0, { uuid: "last", condition: "naam == 'a'" })
  const conditionAfter = (before: ReadonlyArray<Instruction>, after: ReadonlyArray<Instruction>) =>
    updateReferences(setOrder([...before, last]), setOrder([...after, last])).at(-1)?.condition

  test("a deleted instruction's name stays, unless another instruction takes it", () => {
    expect(conditionAfter([ask("a", "naam")], [])).toBe("naam == 'a'")
    expect(conditionAfter([ask("a", "naam"), ask("b", "x")], [ask("b", "naam")])).toBe("naam_deleted == 'a'")
  })

  test("a name that two instructions had or get stays", () => {
    expect(conditionAfter([ask("a", "naam"), ask("b", "naam")], [ask("a", "x"), ask("b", "naam")])).toBe("naam == 'a'")
    expect(conditionAfter([ask("a", "naam"), ask("b", "x")], [ask("a", "x"), ask("b", "x")])).toBe("naam == 'a'")
    expect(conditionAfter([ask("a", "naam"), ask("b", "x")], [ask("a", "y"), ask("b", "x")])).toBe("y == 'a'")
  })
})

describe("[C11] the parts of a text", () => {
  const answer = (name: string): Reference => ({ _tag: "Answer", name, facet: null })
  const kinds = (content: string, markup: "plain" | "rich" = "plain") =>
    splitRecalls(content, markup).map(({ _tag, source }) => [_tag, source])

  test("are texts and recalls, none of them empty", () => {
    expect(kinds("")).toEqual([])
    expect(kinds("Dag")).toEqual([["Text", "Dag"]])
    expect(kinds("{{answers.a}}{{answers.b}}")).toEqual([
      ["Recall", "{{answers.a}}"],
      ["Recall", "{{answers.b}}"],
    ])
    expect(kinds("Dag {{answers.a}} en {{q1}}.")).toEqual([
      ["Text", "Dag "],
      ["Recall", "{{answers.a}}"],
      ["Text", " en "],
      ["Broken", "{{q1}}"],
      ["Text", "."],
    ])
  })

  test.each([
    "xxanswers.a}}",
    "Nu metadata.ref}} en",
    "{{answers.a en verder",
    "{{answers.a}",
    "{answers.a}}",
    "{{x answers.y}}",
    "{{mijnanswers.}}",
    "{{answersx.}}",
  ])("%s contains no recall, valid or invalid", (content) => {
    expect(kinds(content)).toEqual([["Text", content]])
    expect(kinds(content, "rich")).toEqual([["Text", content]])
  })

  test.each(["{{answers.}}", "{{ answers.}}", "{{answers .}}", "{{answers.a x}}", "{{metadata[1]}}", "{{crm.}}"])(
    "%s is an invalid recall",
    (content) => {
      expect(splitRecalls(content, "plain")).toEqual([{ _tag: "Broken", source: content, name: null }])
    },
  )

  test.each(["{{naam}}", "{{ naam }}", "{{naam|jij}}", "{{ naam | jij }}", "{{naam|a\nb}}"])(
    "%s is an invalid recall that names an answer as conditions do",
    (content) => {
      expect(splitRecalls(content, "plain")).toEqual([{ _tag: "Broken", source: content, name: "naam" }])
    },
  )

  test("are recalls only outside tags in markup; in plain text a < has no meaning", () => {
    expect(kinds("{{answers.a<b>x</b>", "rich")).toEqual([["Text", "{{answers.a<b>x</b>"]])
    expect(kinds("<b {{answers.a}}>", "rich")).toEqual([["Text", "<b {{answers.a}}>"]])
    expect(kinds("<b {{answers.a}}>")).toEqual([
      ["Text", "<b "],
      ["Recall", "{{answers.a}}"],
      ["Text", ">"],
    ])
  })

  test("have as fallback the text after the bar, without surrounding white space", () => {
    for (const content of ["{{answers.a|goede\u00a0vriend}}", "{{ answers.a | goede vriend }}"])
      expect(splitRecalls(content, "plain")).toMatchObject([{ _tag: "Recall", reference: answer("a"), fallback: "goede vriend" }])
  })

  test("are printed so that braces in them do not end the recall", () => {
    expect([printRecall(answer("a"), "", "plain"), printRecall(answer("a"), "", "rich")]).toEqual(["{{answers.a}}", "{{answers.a}}"])
    expect(printRecall(answer("a"), "{x}}", "rich")).toBe("{{answers.a|&#123;x&#125;&#125;}}")
    for (const markup of ["plain", "rich"] as const)
      expect(splitRecalls(printRecall(answer("a}}{b"), "jij", markup), markup)).toMatchObject([
        { reference: answer("a}}{b"), fallback: "jij" },
      ])
    expect(splitRecalls(printRecall(answer("a"), "{x}} <b>", "rich"), "rich")).toMatchObject([{ fallback: "{x}} <b>" }])
  })
})

describe("[C12] usages of an instruction", () => {
  const pay = (order: number, amount: string | null) =>
    instruction(order, { type: "action", action: { type: "payment", params: { amount } } })

  test("are listed in script order, however the instruction is named, and once for each place", () => {
    const instructions = setOrder([
      questionInstruction(0, "Prijs", { uuid: "qp", type: "numeric" }),
      pay(1, "qp"),
      instruction(2, { condition: "prijs > 5 && answers.prijs < 9 && metadata.prijs == 1" }),
      pay(3, "i0"),
      instruction(4, { messages: text("{{answers.prijs}} {{metadata.prijs}}").messages, condition: "crm.prijs" }),
    ])
    expect(findUsages(instructions, "i0")).toEqual([
      { uuid: "i1", pointer: "/instructions/1/action/params/amount", as: "action" },
      { uuid: "i2", pointer: "/instructions/2/condition", as: "condition" },
      { uuid: "i3", pointer: "/instructions/3/action/params/amount", as: "action" },
      { uuid: "i4", pointer: "/instructions/4/messages/0/content", as: "recall" },
    ])
  })

  test("include references to an action's outcome; an instruction that is unused or does not exist has none", () => {
    const instructions = setOrder([
      { ...actionInstruction({ type: "crmApi", params: {} }), uuid: "a", label: "ophalen" },
      { ...text("{{actions.ophalen}}"), uuid: "b", condition: "actions.ophalen.ok" },
      pay(2, null),
    ])
    expect(findUsages(instructions, "a").map(({ pointer }) => pointer)).toEqual([
      "/instructions/1/condition",
      "/instructions/1/messages/0/content",
    ])
    expect([findUsages(instructions, "b"), findUsages(instructions, "gone")]).toEqual([[], []])
  })
})
