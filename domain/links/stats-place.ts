// What the address of a live statistics' page leads to (contract "Addresses the console links to").

/** `base` is where the statistics are served: the path up to there, without a slash at the end. */
export type StatsPlace = { readonly base: string; readonly community: string; readonly script: string }

/** The place that a path leads to, or null for a path that is none of a chat's statistics. */
export const statsPlace = (path: string): StatsPlace | null => {
  const found = /^(.*)\/([a-z0-9-]+)\/([0-9a-f-]{36})\/?$/i.exec(path)
  return found === null ? null : { base: found[1] ?? "", community: found[2] ?? "", script: found[3] ?? "" }
}
