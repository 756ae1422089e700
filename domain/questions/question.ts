// What can be asked: the eleven question types and their options (spec/2-editor §3). Shape only; the rules are in check/script-rules.ts.
import * as Schema from "effect/Schema"
import { open } from "../schema/open-struct.ts"

const maybe = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
const number = maybe(Schema.Finite)
const flag = maybe(Schema.Boolean)
const text = maybe(Schema.String)

/** A plain text in one language (`locale`, as ISO 639-1). */
export const Translation = open({ locale: Schema.String, content: Schema.String })
export type Translation = typeof Translation.Type

/** One choice: `value` is what is kept of an answer (whole, 0 to 999), `score` and `amount` what it counts for, null for nothing. */
export const Choice = open({
  uuid: Schema.String,
  value: Schema.Finite,
  order: Schema.Int,
  single: flag,
  fixed: flag,
  score: number,
  amount: number,
  /** Its text in the script's language. */
  translation: Translation,
  /** Its texts in other languages. */
  translations: maybe(Schema.Array(Translation)),
})
export type Choice = typeof Choice.Type

const ChoiceOptions = open({
  columns: number,
  searchPattern: maybe(Schema.Literals(["any", "start"])),
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
const OpenOptions = open({ minimum: number, maximum: number, boxSize: maybe(Schema.Literals(["multiline", "singleline"])) })
const NumericOptions = open({
  minimum: number,
  maximum: number,
  hasSlider: flag,
  precision: number,
  stepSize: number,
  hasLabel: flag,
  lowerBoundLabel: text,
  upperBoundLabel: text,
})
const CurrencyOptions = open({ minimum: number, maximum: number, precision: number, currency: maybe(Schema.Literals([1, 2, 3])) })
const DateOptions = open({ minimum: text, maximum: text })
const StarRatingOptions = open({ max: number, increment: maybe(Schema.Literals([1, 0.5])) })
const EmojiOptions = open({ emoticonsCount: number })
const NpsOptions = open({ minimum: number, maximum: number })
const FileOptions = open({
  extensions: maybe(Schema.Array(Schema.String)),
  fileUploadCameraText: text,
  fileUploadLibraryText: text,
  fileCameraCapability: flag,
  fileLibraryCapability: flag,
})

const asking = <const Type extends string, Options extends Schema.Top>(type: Type, options: Options) =>
  open({
    uuid: Schema.String,
    type: Schema.Literal(type),
    skipable: flag,
    placeholder: text,
    presentation: text,
    choices: maybe(Schema.Array(Choice)),
    options: maybe(options),
  })

/** One member per question type; `type` tells them apart. */
export const Question = Schema.Union([
  asking("choice", ChoiceOptions),
  asking("multiple", ChoiceOptions),
  asking("open", OpenOptions),
  asking("email", open({})),
  asking("numeric", NumericOptions),
  asking("starRating", StarRatingOptions),
  asking("currency", CurrencyOptions),
  asking("nps", NpsOptions),
  asking("emoji", EmojiOptions),
  asking("file", FileOptions),
  asking("date", DateOptions),
])
export type Question = typeof Question.Type

/** All question types, in the order in which the picker offers them. */
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
