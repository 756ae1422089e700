// The record keys of a delivery: fixed values that each payload carries under keys of its own (spec/2-editor §3, §4; decisions A6).

export type Labels = Readonly<Record<string, string>>

/** Why a key cannot be added: it is empty, or there already. */
export type KeyProblem = "blank" | "taken"

/** What keeps `key` from being a new record key, or null. */
export const keyProblem = (labels: Labels, key: string): KeyProblem | null =>
  key.trim() === "" ? "blank" : Object.hasOwn(labels, key.trim()) ? "taken" : null

/** The keys with one more, or changed in its value; unchanged where the key is empty. */
export const withKey = (labels: Labels, key: string, value: string): Labels =>
  key.trim() === "" ? labels : Object.fromEntries([...Object.entries(labels), [key.trim(), value]])

/** The keys without one. */
export const withoutKey = (labels: Labels, key: string): Labels => Object.fromEntries(Object.entries(labels).filter(([it]) => it !== key))
