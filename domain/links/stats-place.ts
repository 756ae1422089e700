// What the address of a live statistics' page leads to (contract "Addresses the console links to").

/** `base` is where the statistics are served: the path up to there, without a slash at the end. */
export type StatsPlace = { readonly base: string; readonly community: string } & (
  | { readonly type: "chat"; readonly script: string }
  /** The preview of the community's styling. */
  | { readonly type: "preview" }
)

/** The place that a path leads to, or null for a path that is none of a chat's statistics. */
export const statsPlace = (path: string): StatsPlace | null => {
  const found = /^(.*)\/([a-z0-9-]+)\/(preview|[0-9a-f-]{36})\/?$/i.exec(path)
  if (found === null) return null
  const [, base = "", community = "", rest = ""] = found
  return /^preview$/i.test(rest) ? { type: "preview", base, community } : { type: "chat", base, community, script: rest }
}
