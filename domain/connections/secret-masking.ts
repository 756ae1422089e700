// Masks secrets: screens show that a secret is set, never its value (O1).
import { getOwnField } from "../json/json-value.ts"

/** The mask of a stored secret; sent back, it keeps the secret. */
export const secretMask = "••••••••"

/** Removes mask dots from a field that was typed in; a complete mask stays. */
export const stripMask = (text: string): string => (text === secretMask ? text : text.replaceAll("•", ""))

type Texts = Readonly<Record<string, string>>

/** Returns the fields with every non-empty secret masked. */
export const maskSecrets = (fields: Texts, isSecret: (name: string) => boolean): Texts =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, text !== "" && isSecret(name) ? secretMask : text]))

/** Returns the fields to store: a mask is replaced by the stored secret, or by "" if there is none. */
export const unmaskSecrets = (fields: Texts, stored: Texts): Texts =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, text === secretMask ? (getOwnField(stored, name) ?? "") : text]))
