// Schemas of the questions that a respondent's page receives: only what it shows, and what it checks an answer with.
// Scores, amounts, notes of the author and fields of newer versions stay on the server.
import * as Schema from "effect/Schema"

const optionalNullable = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
const number = optionalNullable(Schema.Finite)
const flag = optionalNullable(Schema.Boolean)
const text = optionalNullable(Schema.String)

/** A choice in the respondent's language. `order` is its place on the page. */
const RespondentChoice = Schema.Struct({
  uuid: Schema.String,
  value: Schema.Finite,
  order: Schema.Int,
  single: flag,
  translation: Schema.Struct({ locale: Schema.String, content: Schema.String }),
})

const questionStruct = <const Type extends string, Options extends Schema.Struct.Fields, More extends Schema.Struct.Fields>(
  type: Type,
  options: Options,
  more: More,
) =>
  Schema.Struct({
    uuid: Schema.String,
    type: Schema.Literal(type),
    skipable: flag,
    placeholder: text,
    options: optionalNullable(Schema.Struct(options)),
    ...more,
  })

const choiceOptions = {
  columns: number,
  searchPattern: optionalNullable(Schema.Literals(["any", "start"])),
  dropdown: flag,
  search: flag,
  singles: flag,
  minimum: number,
  maximum: number,
}
const choices = { choices: optionalNullable(Schema.Array(RespondentChoice)) }

/** A question as its respondent's page receives it; each type has a subset of the fields in question.ts. */
export const RespondentQuestion = Schema.Union([
  questionStruct("choice", choiceOptions, choices),
  questionStruct("multiple", choiceOptions, choices),
  questionStruct("open", { minimum: number, maximum: number, boxSize: optionalNullable(Schema.Literals(["multiline", "singleline"])) }, {}),
  questionStruct("email", {}, {}),
  questionStruct(
    "numeric",
    {
      minimum: number,
      maximum: number,
      hasSlider: flag,
      precision: number,
      stepSize: number,
      hasLabel: flag,
      lowerBoundLabel: text,
      upperBoundLabel: text,
    },
    {},
  ),
  questionStruct("starRating", { increment: optionalNullable(Schema.Literals([1, 0.5])) }, {}),
  questionStruct(
    "currency",
    { minimum: number, maximum: number, precision: number, currency: optionalNullable(Schema.Literals([1, 2, 3])) },
    {},
  ),
  questionStruct("nps", { minimum: number, maximum: number }, {}),
  questionStruct("emoji", {}, {}),
  questionStruct(
    "file",
    {
      extensions: optionalNullable(Schema.Array(Schema.String)),
      fileUploadCameraText: text,
      fileUploadLibraryText: text,
      fileCameraCapability: flag,
      fileLibraryCapability: flag,
    },
    {},
  ),
  questionStruct("date", { minimum: text, maximum: text }, {}),
])
