// Every text that a person reads, by typed keys, in English and Dutch.
export {
  type Catalogue,
  type InterfaceLanguage,
  interfaceLanguages,
  isPlainKey,
  type Key,
  type PlainKey,
  type Values,
  type Words,
} from "../catalogue/catalogue.ts"
export { en } from "../catalogue/en.ts"
export { fillSlots } from "../catalogue/fill-slots.ts"
export { nl } from "../catalogue/nl.ts"
export { shownKey } from "../catalogue/server-messages.ts"
