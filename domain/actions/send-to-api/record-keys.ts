// The record keys of a delivery: fixed values that each payload carries under keys of its own (spec/2-editor §3, §4; decisions A6).

export type Labels = Readonly<Record<string, string>>

/** Why a key cannot be added: it is empty, or there already. */
export type KeyProblem = "blank" | "taken"

/** What keeps `key` from being a new record key, or null. */
export const keyProblem = (labels: Labels, key: string): KeyProblem | null =>
  key.trim() === "" ? "blank" : Object.hasOwn(labels, key.trim()) ? "taken" : null

/** The keys with one more, or changed in its value; unchanged where the key is empty. */
export const withKey = (labels: Labels, key: string, value: string): Labels =>
  key.trim() === "" ? labels : Object.fromEntries([...Object.entries(labels), [Object.hasOwn(labels, key) ? key : key.trim(), value]])

/** A key that was typed with its value, and not added yet. */
export type TypedKey = { readonly key: string; readonly value: string }
export const noTypedKey: TypedKey = { key: "", value: "" }

/** What keeps a key that was typed from being taken with the others, or null; where nothing was typed nothing does. */
export const typedProblem = (labels: Labels, { key, value }: TypedKey): KeyProblem | null =>
  key.trim() === "" && value.trim() === "" ? null : keyProblem(labels, key)

/** The keys with the one that was typed, where it can be taken. */
export const withTyped = (labels: Labels, typed: TypedKey): Labels =>
  typedProblem(labels, typed) === null ? withKey(labels, typed.key, typed.value) : labels

/** The keys without one. */
export const withoutKey = (labels: Labels, key: string): Labels => Object.fromEntries(Object.entries(labels).filter(([it]) => it !== key))
