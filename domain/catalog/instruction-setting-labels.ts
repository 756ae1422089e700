// Labels of an instruction's settings and of their values.

import { getOwnField } from "../json/json-value.ts"
import type { PlainMessageKey } from "./catalog.ts"

const settingLabels: Readonly<Record<string, PlainMessageKey>> = {
  name: "editor.name",
  skipable: "editor.skipable",
  placeholder: "editor.placeholder",
  columns: "editor.columns",
  search: "editor.search",
  searchPattern: "editor.search.pattern",
  dropdown: "editor.dropdown",
  randomize: "editor.randomize",
  fixated: "editor.extra.fixated",
  singles: "editor.extra.singles",
  scores: "editor.extra.scores",
  amounts: "editor.extra.amounts",
  payment: "editor.extra.payment",
  minimum: "editor.minimum",
  maximum: "editor.maximum",
  charttype: "editor.chart",
  display: "editor.score.display",
  boxSize: "editor.open.box",
  hasSlider: "editor.slider",
  precision: "editor.decimals",
  stepSize: "editor.slider.step",
  hasLabel: "editor.bound-labels",
  lowerBoundLabel: "editor.bound-labels.lower",
  upperBoundLabel: "editor.bound-labels.upper",
  currency: "editor.currency",
  increment: "editor.half-stars",
  extensions: "editor.file.kinds",
  fileUploadCameraText: "editor.file.camera",
  fileUploadLibraryText: "editor.file.library",
  endType: "editor.end.type",
  endAction: "editor.end.action",
  message: "editor.end.text",
  url: "editor.end.url",
}

const choiceSettingLabels: Readonly<Record<string, PlainMessageKey>> = {
  single: "editor.choice.single.short",
  fixed: "editor.choice.fixed.short",
  score: "editor.choice.score.short",
  amount: "editor.choice.amount.short",
}

const valueLabels: Readonly<Record<string, Readonly<Record<string, PlainMessageKey>>>> = {
  charttype: { bar: "editor.chart.bar", pie: "editor.chart.pie", average: "editor.chart.average" },
  display: {
    both: "editor.score.display.both",
    total: "editor.score.display.total",
    average: "editor.score.display.average",
    nothing: "editor.score.display.nothing",
  },
  boxSize: { multiline: "editor.open.box.multiline", singleline: "editor.open.box.singleline" },
  increment: { "0.5": "editor.conflict.yes", "1": "editor.conflict.no" },
  endType: { finished: "editor.end.type.finished", screenout: "editor.end.type.screenout" },
  endAction: {
    close: "editor.end.action.close",
    redirect: "editor.end.action.redirect",
    livestats: "editor.end.action.livestats",
  },
}

/** Returns the label of a setting; null if no panel shows it. */
export const getSettingLabel = (field: string, ofChoice: boolean): PlainMessageKey | null =>
  getOwnField(ofChoice ? choiceSettingLabels : settingLabels, field) ?? null

/** Returns the label of a value; null if the value is displayed unchanged. */
export const getSettingValueLabel = (field: string, value: unknown): PlainMessageKey | null => {
  if (typeof value === "boolean") return value ? "editor.conflict.yes" : "editor.conflict.no"
  if (typeof value !== "string" && typeof value !== "number") return null
  return getOwnField(getOwnField(valueLabels, field) ?? {}, String(value)) ?? null
}
