// Decodes a value with a Schema and reports mismatches as findings with JSON pointers [F7].

import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type * as AST from "effect/SchemaAST"
import type { Finding } from "../findings/finding.ts"
import { createFinding } from "../findings/finding-builder.ts"
import { isRecord, toJsonPointer } from "../json/json-value.ts"
import { invalidJsonFindings } from "./json-parser.ts"
import { filterFinding, issueFindings, type Path } from "./schema-issues.ts"
import { getMatcher, getTypeLiterals, matchesSchema } from "./schema-matcher.ts"

type DecodeResult<A> =
  | { readonly value: A; readonly findings?: never }
  | { readonly value?: never; readonly findings: ReadonlyArray<Finding> }

/** Returns the decoded value, or a finding `structure` for each mismatch; `pointer` is that of the value in its file. */
export const decodeUnknown = <A>(schema: Schema.Codec<A, unknown>, value: unknown, pointer = ""): DecodeResult<A> => {
  const findings = invalidJsonFindings(value, pointer)
  return findings.length > 0 ? { findings } : decodeJson(schema, value, pointer)
}

/** The same for a value that `parseJson` accepted. */
export const decodeJson = <A>(schema: Schema.Codec<A, unknown>, value: unknown, pointer = ""): DecodeResult<A> => {
  if (matchesSchema(schema, value)) return { value }
  const result = Schema.decodeUnknownResult(schema, { errors: "all" })(value)
  if (Result.isSuccess(result)) return { value: result.success }
  return { findings: issueFindings(result.failure.issue, [], value).map((finding) => ({ ...finding, pointer: pointer + finding.pointer })) }
}

/**
 * Like `decodeUnknown`, but stops after `most` findings. Its work grows with the size of the value and not with the number of mismatches, so that a
 * hostile value takes no longer than a valid one.
 */
export const decodeUntrusted = <A>(schema: Schema.Codec<A, unknown>, value: unknown, most: number): DecodeResult<A> => {
  const jsonFindings = invalidJsonFindings(value, "", most)
  if (jsonFindings.length > 0) return { findings: jsonFindings.slice(0, most) }
  const findings: Array<Finding> = []
  for (const finding of mismatches(schema.ast, value, [])) if (findings.push(finding) >= most) break
  if (findings.length > 0) return { findings }
  if (matchesSchema(schema, value)) return { value }
  const result = Schema.decodeUnknownResult(schema, { errors: "first" })(value)
  return Result.isSuccess(result) ? { value: result.success } : { findings: issueFindings(result.failure.issue, [], value).slice(0, most) }
}

/** Yields the mismatches of a value one by one. Parts that match are skipped, and only the smallest parts that do not are decoded. */
function* mismatches(ast: AST.AST, value: unknown, path: Path): Generator<Finding> {
  if (getMatcher(ast)(value)) return
  if (ast.encoding !== undefined) yield* decodePart(ast, value, path)
  else if (ast._tag === "Arrays" && Array.isArray(value)) yield* listMismatches(ast, value, path)
  else if (ast._tag === "Objects" && isRecord(value)) yield* objectMismatches(ast, value, path)
  else {
    const member = ast._tag === "Union" && ast.checks === undefined ? findOnlyMember(ast, value) : undefined
    yield* member === undefined ? decodePart(ast, value, path) : mismatches(member, value, path)
  }
}

function* listMismatches(ast: AST.Arrays, items: ReadonlyArray<unknown>, path: Path): Generator<Finding> {
  const [itemType, ...moreTypes] = ast.rest
  if (itemType === undefined || ast.elements.length > 0 || moreTypes.length > 0) return yield* decodePart(ast, items, path)
  let hasMismatch = false
  for (const [index, item] of items.entries())
    for (const finding of mismatches(itemType, item, [...path, index])) {
      hasMismatch = true
      yield finding
    }
  if (!hasMismatch) yield* checkFindings(ast, items, path)
}

function* objectMismatches(ast: AST.Objects, value: Readonly<Record<string, unknown>>, path: Path): Generator<Finding> {
  const [indexSignature, ...moreSignatures] = ast.indexSignatures
  if (moreSignatures.length > 0) return yield* decodePart(ast, value, path)
  let hasMismatch = false
  for (const finding of fieldMismatches(ast, value, path)) {
    hasMismatch = true
    yield finding
  }
  if (indexSignature !== undefined && indexSignature.type._tag !== "Unknown")
    for (const key of Object.keys(value))
      for (const finding of mismatches(indexSignature.type, value[key], [...path, key])) {
        hasMismatch = true
        yield finding
      }
  if (!hasMismatch) yield* checkFindings(ast, value, path)
}

function* fieldMismatches(ast: AST.Objects, value: Readonly<Record<string, unknown>>, path: Path): Generator<Finding> {
  for (const { name, type } of ast.propertySignatures) {
    const key = String(name)
    if (Object.hasOwn(value, key)) yield* mismatches(type, value[key], [...path, key])
    else if (type.context?.isOptional !== true) yield createFinding("structure", toJsonPointer(...path, key), "finding.shape.missing")
  }
}

/** Reports the last rule that a value of the right shape breaks. */
function* checkFindings(ast: AST.AST, value: unknown, path: Path): Generator<Finding> {
  const filters = (ast.checks ?? []).flatMap((check) => (check._tag === "Filter" ? [check] : []))
  if (filters.length < (ast.checks ?? []).length) return yield* decodePart(ast, value, path)
  const broken = filters.findLast(({ run }) => run(value, ast, {}) !== undefined)
  if (broken !== undefined) yield filterFinding(broken, path)
}

/** Returns the only member of a union that a value can be meant for: by its field `type`, or because it is the only one for lists or objects. */
const findOnlyMember = ({ types }: AST.Union, value: unknown): AST.AST | undefined => {
  if (typeof value !== "object" || value === null) return undefined
  const tag = Array.isArray(value) ? "Arrays" : "Objects"
  const members = types.filter(({ _tag }) => _tag === tag || _tag === "Union" || _tag === "Unknown" || _tag === "Suspend")
  const [only, ...others] = members
  if (others.length === 0) return only
  const byType = isRecord(value) ? members.filter((member) => getTypeLiterals(member).includes(value["type"])) : []
  return byType.length === 1 ? byType[0] : undefined
}

/** Decodes a part. Of a list or an object, which can have any number of mismatches, the first one is reported. */
function* decodePart(ast: AST.AST, value: unknown, path: Path): Generator<Finding> {
  const errors = typeof value === "object" ? "first" : "all"
  const result = Schema.decodeUnknownResult(Schema.make<Schema.Codec<unknown, unknown>>(ast), { errors })(value)
  if (Result.isSuccess(result)) return
  const pointer = toJsonPointer(...path)
  for (const finding of issueFindings(result.failure.issue, [], value)) yield { ...finding, pointer: pointer + finding.pointer }
}
