// Schemas of the eleven question types and their options. Only their shape: the rules of each type are in question-check.ts.
import * as Schema from "effect/Schema"
import { openStruct } from "../schema/open-struct.ts"

const optionalNullable = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
const number = optionalNullable(Schema.Finite)
const flag = optionalNullable(Schema.Boolean)
const text = optionalNullable(Schema.String)

/** A plain text in one language (`locale`, an ISO 639-1 code). */
export const Translation = openStruct({ locale: Schema.String, content: Schema.String })
export type Translation = typeof Translation.Type
/** A text in the script's language, and in other languages. */
export type Translated = {
  readonly translation: Translation
  readonly translations?: ReadonlyArray<Translation> | null
}

/** A plain text of the field `field` of a question in another language. */
export const FieldTranslation = openStruct({ field: Schema.String, locale: Schema.String, content: Schema.String })
export type FieldTranslation = typeof FieldTranslation.Type

/** A choice: `value` is stored as the answer (a whole number, 0 to 999); `score` and `amount` are what it counts for, null for nothing. */
export const Choice = openStruct({
  uuid: Schema.String,
  value: Schema.Finite,
  order: Schema.Int,
  single: flag,
  fixed: flag,
  score: number,
  amount: number,
  /** The text in the script's language. */
  translation: Translation,
  /** The texts in other languages. */
  translations: optionalNullable(Schema.Array(Translation)),
})
export type Choice = typeof Choice.Type

const ChoiceOptions = openStruct({
  columns: number,
  searchPattern: optionalNullable(Schema.Literals(["any", "start"])),
  dropdown: flag,
  search: flag,
  randomize: flag,
  fixated: flag,
  singles: flag,
  scores: flag,
  amounts: flag,
  payment: flag,
  minimum: number,
  maximum: number,
  charttype: text,
})
const OpenOptions = openStruct({
  minimum: number,
  maximum: number,
  boxSize: optionalNullable(Schema.Literals(["multiline", "singleline"])),
})
const NumericOptions = openStruct({
  minimum: number,
  maximum: number,
  hasSlider: flag,
  precision: number,
  stepSize: number,
  hasLabel: flag,
  lowerBoundLabel: text,
  upperBoundLabel: text,
})
const CurrencyOptions = openStruct({
  minimum: number,
  maximum: number,
  precision: number,
  currency: optionalNullable(Schema.Literals([1, 2, 3])),
})
const DateOptions = openStruct({ minimum: text, maximum: text })
const StarRatingOptions = openStruct({ max: number, increment: optionalNullable(Schema.Literals([1, 0.5])) })
const EmojiOptions = openStruct({ emoticonsCount: number })
const NpsOptions = openStruct({ minimum: number, maximum: number })
const FileOptions = openStruct({
  extensions: optionalNullable(Schema.Array(Schema.String)),
  fileUploadCameraText: text,
  fileUploadLibraryText: text,
  fileCameraCapability: flag,
  fileLibraryCapability: flag,
})

const questionStruct = <const Type extends string, Options extends Schema.Top>(type: Type, options: Options) =>
  openStruct({
    uuid: Schema.String,
    type: Schema.Literal(type),
    skipable: flag,
    placeholder: text,
    presentation: text,
    choices: optionalNullable(Schema.Array(Choice)),
    options: optionalNullable(options),
    /** The texts of the placeholder and the options in other languages. */
    translations: optionalNullable(Schema.Array(FieldTranslation)),
  })

/** One member per question type, distinguished by `type`. */
export const Question = Schema.Union([
  questionStruct("choice", ChoiceOptions),
  questionStruct("multiple", ChoiceOptions),
  questionStruct("open", OpenOptions),
  questionStruct("email", openStruct({})),
  questionStruct("numeric", NumericOptions),
  questionStruct("starRating", StarRatingOptions),
  questionStruct("currency", CurrencyOptions),
  questionStruct("nps", NpsOptions),
  questionStruct("emoji", EmojiOptions),
  questionStruct("file", FileOptions),
  questionStruct("date", DateOptions),
])
export type Question = typeof Question.Type

/** All question types, in the order of the picker. */
export const questionTypes = [
  "choice",
  "multiple",
  "open",
  "email",
  "numeric",
  "starRating",
  "currency",
  "nps",
  "emoji",
  "file",
  "date",
] as const satisfies ReadonlyArray<Question["type"]>
export type QuestionType = (typeof questionTypes)[number]
