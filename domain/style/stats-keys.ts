// Every key of the live statistics' stylesheet (spec/3-community §3; decisions T1–T3).
import { colour, type StyleTable } from "./key.ts"
import { blue, ink, lime, onLime, white } from "./palette.ts"

/** What the live statistics look like. */
export const statsKeys = {
  "header_background-color": colour("stats-header", lime),
  "body_background-color": colour("stats-body", white),
  body_color: colour("stats-body", ink),
  "bar_background-color": colour("bar", blue),
  "pie1_background-color": colour("pie", lime),
  "pie2_background-color": colour("pie", blue),
  "pie3_background-color": colour("pie", "#ffb300ff"),
  "pie4_background-color": colour("pie", "#e53935ff"),
  "button_background-color": colour("navigation", lime),
  button_color: colour("navigation", onLime),
} as const satisfies StyleTable
export type StatsName = keyof typeof statsKeys
