// Both stylesheets' keys. Screens, validation, the file format and both previews are made from these tables (decisions T1).
import type { StyleTable } from "./key.ts"
import { type StatsName, statsKeys } from "./stats-keys.ts"
import { type WebName, webKeys } from "./web-keys.ts"

export const styleTables = { web: webKeys, stats: statsKeys } as const satisfies Record<string, StyleTable>
export type Portal = keyof typeof styleTables

export const isWebName = (name: string): name is WebName => Object.hasOwn(webKeys, name)
export const isStatsName = (name: string): name is StatsName => Object.hasOwn(statsKeys, name)
