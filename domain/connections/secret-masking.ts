// Secrets of others as they are shown: that there is one, never which (spec/3-community §3; contract "options").
import { getOwnField } from "../json/json-value.ts"

/** What stands for a secret that is kept. Sent back, it keeps what it stands for. */
export const secretMask = "••••••••"

/** What stands in a field that showed a mask, once it was typed in: dots of the mask are no part of what was typed. */
export const stripMask = (text: string): string => (text === secretMask ? text : text.replaceAll("•", ""))

type Texts = Readonly<Record<string, string>>

/** The fields with every secret that is there masked. */
export const maskSecrets = (fields: Texts, isSecret: (name: string) => boolean): Texts =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, text !== "" && isSecret(name) ? secretMask : text]))

/** The fields as they are to be kept: a mask stands for what was kept before, and for nothing where nothing was. */
export const unmaskSecrets = (fields: Texts, kept: Texts): Texts =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, text === secretMask ? (getOwnField(kept, name) ?? "") : text]))
