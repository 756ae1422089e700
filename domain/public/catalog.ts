// All texts of the interface by typed keys, in English and Dutch.
export {
  type Catalog,
  fillPlaceholders,
  type InterfaceLanguage,
  interfaceLanguages,
  isPlainMessageKey,
  type MessageKey,
  type MessageValues,
  type PlainMessageKey,
  type Translate,
} from "../catalog/catalog.ts"
export { en } from "../catalog/en.ts"
export { nl } from "../catalog/nl.ts"
export { findServerMessageKey } from "../failures/message-lookup.ts"
