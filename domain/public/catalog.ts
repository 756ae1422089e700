// Every text that a person reads, by typed keys, in English and Dutch.
export {
  type Catalogue,
  fillSlots,
  type InterfaceLanguage,
  interfaceLanguages,
  isPlainKey,
  type Key,
  type PlainKey,
  type Values,
  type Words,
} from "../catalog/catalog.ts"
export { en } from "../catalog/en.ts"
export { shownKey } from "../catalog/message-lookup.ts"
export { nl } from "../catalog/nl.ts"
