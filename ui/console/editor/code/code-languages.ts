// The languages of code fields.
import { json } from "@codemirror/lang-json"
import { codeFolding, foldGutter, foldKeymap, LRLanguage } from "@codemirror/language"
import type { Extension } from "@codemirror/state"
import { keymap } from "@codemirror/view"
import { parser as htmlParser } from "@lezer/html"
import { conditionLanguage } from "./condition-language.ts"

export type CodeLanguage = "condition" | "json" | "html"

// @codemirror/lang-html would also load the languages of scripts and styles, which no message may contain.
const htmlLanguage = LRLanguage.define({ name: "html", parser: htmlParser })

/** The extensions of a language. */
export const languageExtensions = (language: CodeLanguage): Extension => {
  switch (language) {
    case "condition":
      return conditionLanguage
    case "json":
      return [json(), codeFolding(), foldGutter(), keymap.of(foldKeymap)]
    case "html":
      return htmlLanguage
  }
}
