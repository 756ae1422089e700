// Scripts and other versions of them. Versions are built without the edit functions under test.
import * as Schema from "effect/Schema"
import fc from "fast-check"
import type { Instruction } from "../../domain/script/instruction.ts"
import { type AuthoredScript, AuthoredScriptSchema } from "../../domain/script/script.ts"
import { changeScriptLanguage } from "../../domain/script/script-language-change.ts"

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`
const word = fc.constantFrom("", "age", "name", "Hoe gaat het?", "naïve", "q1")

/** An instruction with a uuid from a small pool, so that versions share some. */
export const instruction = (from: number, to: number): fc.Arbitrary<Instruction> =>
  fc
    .record({ n: fc.integer({ min: from, max: to }), label: word, text: word, delay: fc.nat(9), unknown: fc.option(fc.boolean()) })
    .map((it) => ({
      uuid: uuid(it.n),
      order: 0,
      type: "message" as const,
      label: it.label,
      condition: null,
      typing_delay: it.delay,
      messages: [{ uuid: uuid(it.n + 500), locale: "nl", content: `<p>${it.text}</p>` }],
      ...(it.unknown === null ? {} : { "newer field": it.unknown }),
    }))

/** Puts all texts of an instruction into one language. */
const withLocale = (it: Instruction, locale: string): Instruction => ({ ...it, messages: it.messages.map((text) => ({ ...text, locale })) })

const numbered = (instructions: ReadonlyArray<Instruction>) => instructions.map((it, order) => ({ ...it, order }))

const list = (from: number, to: number) => fc.uniqueArray(instruction(from, to), { selector: (it) => it.uuid, maxLength: 9 })

export const baseScript: fc.Arbitrary<AuthoredScript> = fc
  .record({ name: word, public_name: word, language: fc.constantFrom("nl" as const, "en" as const), instructions: list(1, 12) })
  .map((it) =>
    Schema.decodeUnknownSync(AuthoredScriptSchema)({
      ...it,
      instructions: numbered(it.instructions.map((one) => withLocale(one, it.language))),
    }),
  )

const toss = fc.nat(3)

/** Another version of `base`: instructions removed, changed, moved and added (new uuids from `from` to `to`). */
export const versionOf = (base: AuthoredScript, from: number, to: number): fc.Arbitrary<AuthoredScript> =>
  fc
    .record({
      fates: fc.array(toss, { minLength: base.instructions.length, maxLength: base.instructions.length }),
      added: fc.array(fc.tuple(instruction(from, to), fc.nat(9)), { maxLength: 3 }),
      swap: fc.option(fc.tuple(fc.nat(9), fc.nat(9))),
      name: fc.option(word),
      public_name: fc.option(word),
      language: fc.option(fc.constantFrom("nl" as const, "en" as const, "de" as const)),
      more: fc.option(fc.constant({ "newer field": 1 })),
    })
    .map(({ fates, added, swap, more, language, ...fields }) => {
      const next = base.instructions.flatMap((it, place) =>
        fates[place] === 0 ? [] : fates[place] === 1 ? [{ ...it, typing_delay: it.typing_delay + 1 }] : [it],
      )
      for (const [it, at] of added)
        if (!next.some((other) => other.uuid === it.uuid)) next.splice(at % (next.length + 1), 0, withLocale(it, base.language))
      const [a, b] = [(swap?.[0] ?? 0) % (next.length || 1), (swap?.[1] ?? 0) % (next.length || 1)]
      const swapped = next.map((it, place) => (place === a ? next[b] : place === b ? next[a] : it) ?? it)
      const changed = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
      return changeScriptLanguage({ ...base, ...changed, ...more, instructions: numbered(swapped) }, language ?? base.language)
    })

/** A script and two versions derived from it; each side adds instructions of its own. */
export const divergedVersions = baseScript.chain((base) =>
  fc.record({ base: fc.constant(base), mine: versionOf(base, 20, 25), theirs: versionOf(base, 30, 35) }),
)
