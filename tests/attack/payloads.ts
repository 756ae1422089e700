// Generates payloads that a Schema describes, as a starting point for damage.
import type * as AST from "effect/SchemaAST"
import fc from "fast-check"

const text = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.string({ unit: "binary", maxLength: 8 }),
  fc.constantFrom("nl", "en", "a == 1", "<p>{{a|b}}</p>"),
)

/** Returns an arbitrary of values as the Schema reads them; parts that it cannot describe are any JSON. */
export const payloadOf = (ast: AST.AST, depth = 0): fc.Arbitrary<unknown> => {
  if (depth > 8) return fc.constant(null)
  const next = (part: AST.AST) => payloadOf(part, depth + 1)
  if (ast.encoding !== undefined) return next(ast.encoding[0].to)
  switch (ast._tag) {
    case "String":
      return text
    case "Number":
      return fc.oneof(fc.integer({ min: -2, max: 100 }), fc.double({ noDefaultInfinity: true, noNaN: true }))
    case "Boolean":
      return fc.boolean()
    case "Null":
      return fc.constant(null)
    case "Literal":
      return fc.constant(typeof ast.literal === "bigint" ? null : ast.literal)
    case "Union":
      return fc.oneof(...ast.types.map(next))
    case "Arrays":
      return ast.rest[0] === undefined ? fc.constant([]) : fc.array(next(ast.rest[0]), { maxLength: 3 })
    case "Objects": {
      const required = ast.propertySignatures.filter(({ type }) => type.context?.isOptional !== true).map(({ name }) => String(name))
      const fields = Object.fromEntries(ast.propertySignatures.map(({ name, type }) => [String(name), next(type)]))
      const [others] = ast.indexSignatures
      const more = others === undefined ? fc.constant({}) : fc.dictionary(fc.string({ maxLength: 8 }), next(others.type), { maxKeys: 2 })
      return fc.tuple(fc.record(fields, { requiredKeys: required }), more).map(([known, unknown]) => ({ ...unknown, ...known }))
    }
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}
