// Conditions as a language of CodeMirror.
import { LRLanguage } from "@codemirror/language"
import { styleTags, tags } from "@lezer/highlight"
import { parser } from "./condition.grammar"

export const conditionLanguage = LRLanguage.define({
  name: "condition",
  parser: parser.configure({
    props: [
      styleTags({
        "Name AnswersRoot ActionsRoot KeyRoot Count Sum": tags.variableName,
        "Key Facet ScoreFacet": tags.propertyName,
        Number: tags.number,
        String: tags.string,
        Literal: tags.atom,
        "And Or Not Comparator": tags.operator,
        '( ) [ ] . ","': tags.punctuation,
        Invalid: tags.invalid,
      }),
    ],
  }),
})
