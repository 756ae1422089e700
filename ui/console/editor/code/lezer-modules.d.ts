// What the plugin of @lezer/generator makes of a grammar: the parser, and the numbers of its external tokens.

declare module "*.grammar" {
  export const parser: import("@lezer/lr").LRParser
}

declare module "*.grammar.terms" {
  export const space: number
  export const Name: number
  export const Key: number
  export const Number: number
  export const String: number
  export const Literal: number
  export const Facet: number
  export const ScoreFacet: number
  export const AnswersRoot: number
  export const ActionsRoot: number
  export const KeyRoot: number
  export const Count: number
  export const Sum: number
  export const And: number
  export const Or: number
  export const Not: number
  export const Comparator: number
  export const Invalid: number
}
