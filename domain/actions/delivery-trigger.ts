// The trigger that delivers stale conversations: presets, units and waiting times in seconds (A7, A10).

import type { Action, SendToApiParams } from "../script/action.ts"
import type { Instruction } from "../script/instruction.ts"
import { parseDecimal } from "../text/text-input.ts"

export type Trigger = NonNullable<Extract<Action, { readonly type: "send2api" }>["params"]["trigger"]>

/** Seconds in each unit. */
export const unitSeconds = { second: 1, minute: 60, hour: 3600, day: 86_400, week: 604_800 } as const
export type TriggerUnit = keyof typeof unitSeconds

/** Preset waiting times of the trigger. */
export const triggerPresets = {
  "1-hour": { amount: 1, unit: "hour" },
  "4-hours": { amount: 4, unit: "hour" },
  "1-day": { amount: 1, unit: "day" },
  "1-week": { amount: 1, unit: "week" },
  "2-weeks": { amount: 2, unit: "week" },
} as const satisfies Record<string, { readonly amount: number; readonly unit: TriggerUnit }>
export type TriggerPreset = keyof typeof triggerPresets
/** The preset of a trigger that is turned on for the first time. */
export const defaultTriggerPreset: TriggerPreset = "4-hours"
export const triggerPresetNames = ["1-hour", "4-hours", "1-day", "1-week", "2-weeks"] as const satisfies ReadonlyArray<TriggerPreset>
export const triggerUnits = ["second", "minute", "hour", "day", "week"] as const satisfies ReadonlyArray<TriggerUnit>

/** Minimum amount of a waiting time, in any unit. */
export const minTriggerAmount = 1
/** [A7] Maximum waiting time in seconds: 52 weeks. Much longer ones would exceed the range of dates. */
export const maxWaitSeconds = 52 * unitSeconds.week

/** Returns the seconds in an amount of a unit. */
export const toSeconds = (amount: number, unit: TriggerUnit): number => amount * unitSeconds[unit]

/** [A7] Sets the waiting time to a preset; other fields of the trigger stay. */
export const setTriggerPreset = (trigger: Trigger | null | undefined, preset: TriggerPreset): Trigger =>
  withWait(trigger, { preset, custom: false, ...triggerPresets[preset] })

/** [A7] Returns the maximum amount of a waiting time in this unit. */
export const maxTriggerAmount = (unit: TriggerUnit): number => Math.floor(maxWaitSeconds / unitSeconds[unit])

/** [A7] Whether the amount is a valid waiting time: a whole number within the bounds of its unit. */
export const isTriggerAmount = (amount: number, unit: TriggerUnit): boolean =>
  Number.isInteger(amount) && amount >= minTriggerAmount && amount <= maxTriggerAmount(unit)

/** [A7] Sets the waiting time to an amount of a unit, truncated to a whole number and clamped to its bounds. */
export const setTriggerAmount = (trigger: Trigger | null | undefined, amount: number, unit: TriggerUnit): Trigger =>
  withWait(trigger, {
    preset: null,
    custom: true,
    amount: Math.min(maxTriggerAmount(unit), Math.max(minTriggerAmount, Math.trunc(amount) || minTriggerAmount)),
    unit,
  })

/** [A7] Parses a typed amount; undefined if it is not a valid waiting time in this unit. */
export const parseTriggerAmount = (text: string, unit: TriggerUnit): number | undefined => {
  const amount = parseDecimal(text)
  return typeof amount === "number" && isTriggerAmount(amount, unit) ? amount : undefined
}

/** Returns the waiting time that the form shows; the default one if the trigger has none. */
export const getShownWait = (trigger: Trigger | null | undefined): Wait => getDeliveryWait(trigger) ?? triggerPresets[defaultTriggerPreset]

/** A trigger, and the typed amount that is not in it because it is not valid; null if there is none. */
type TypedWait = { readonly trigger: Trigger | null | undefined; readonly invalidAmount: string | null }

/** [A7] Sets the waiting time to a typed amount if that is valid. It is dropped if the form no longer has a field for it. */
export const applyTypedAmount = (trigger: Trigger | null | undefined, text: string): TypedWait => {
  if (trigger?.enabled !== true || getTriggerPreset(trigger) !== "custom") return { trigger, invalidAmount: null }
  const { unit } = getShownWait(trigger)
  const amount = parseTriggerAmount(text, unit)
  return amount === undefined ? { trigger, invalidAmount: text } : { trigger: setTriggerAmount(trigger, amount, unit), invalidAmount: null }
}

/**
 * Turns the trigger on, with its previous waiting time or else the default one, or turns it off and keeps its waiting
 * time.
 */
export const setTriggerEnabled = (trigger: Trigger | null | undefined, enabled: boolean): Trigger => ({
  ...(getDeliveryWait({ ...trigger, enabled: true }) === undefined ? setTriggerPreset(trigger, defaultTriggerPreset) : trigger),
  enabled,
})

/** Returns the preset that matches the trigger's actual waiting time, or "custom", whatever preset the trigger names. */
export const getTriggerPreset = (trigger: Trigger | null | undefined): TriggerPreset | "custom" => {
  const { preset, custom } = trigger?.config ?? {}
  const named = custom ? undefined : triggerPresetNames.find((it) => it === preset)
  if (named === undefined) return "custom"
  const { amount, unit } = triggerPresets[named]
  return toSeconds(amount, unit) === getWaitSeconds(trigger) ? named : "custom"
}

type Config = { readonly preset: string | null; readonly custom: boolean; readonly amount: number; readonly unit: TriggerUnit }

const withWait = (trigger: Trigger | null | undefined, config: Config): Trigger => ({
  ...trigger,
  enabled: trigger?.enabled ?? true,
  timeout: toSeconds(config.amount, config.unit),
  config: { ...trigger?.config, ...config },
})

/** Whether a value is a unit of waiting times. */
export const isTriggerUnit = (unit: unknown): unit is TriggerUnit => typeof unit === "string" && Object.hasOwn(unitSeconds, unit)

type Wait = { readonly amount: number; readonly unit: TriggerUnit }

/**
 * [A7] Returns the waiting time of an automatic delivery for display; undefined if it is off or has none. The timeout
 * in seconds takes precedence over amount and unit.
 */
export const getDeliveryWait = (trigger: Trigger | null | undefined): Wait | undefined => {
  const seconds = trigger?.enabled ? getWaitSeconds(trigger) : null
  if (seconds === null) return undefined
  const { amount, unit } = trigger?.config ?? {}
  return typeof amount === "number" && isTriggerUnit(unit) && toSeconds(amount, unit) === seconds
    ? { amount, unit }
    : inLargestUnit(seconds)
}

/** Seconds in the largest unit of which they are a whole number; fractions of a second are rounded up. */
const inLargestUnit = (seconds: number): Wait => {
  const unit = triggerUnits.toReversed().find((it) => seconds % unitSeconds[it] === 0) ?? "second"
  return { amount: Math.ceil(seconds / unitSeconds[unit]), unit }
}

/** [A7] Returns the waiting time in seconds: the timeout, else amount and unit, capped; null if neither is set. */
export const getWaitSeconds = (trigger: Trigger | null | undefined): number | null => {
  const { timeout, config } = trigger ?? {}
  if (typeof timeout === "number" && timeout > 0) return Math.min(timeout, maxWaitSeconds)
  const { amount, unit } = config ?? {}
  return typeof amount === "number" && amount >= minTriggerAmount && isTriggerUnit(unit)
    ? Math.min(toSeconds(amount, unit), maxWaitSeconds)
    : null
}

/** A delivery that is due `seconds` after the last activity in a conversation. */
export type StaleDelivery = { readonly instruction: string; readonly params: SendToApiParams; readonly seconds: number }

/** Returns the seconds until the first stale delivery of a script is due; null if it has none. */
export const secondsUntilStale = (script: { readonly instructions: ReadonlyArray<Instruction> }): number | null =>
  staleDeliveries(script)[0]?.seconds ?? null

/** [A10] Returns the deliveries whose trigger is on, shortest waiting time first. */
export const staleDeliveries = ({ instructions }: { readonly instructions: ReadonlyArray<Instruction> }): ReadonlyArray<StaleDelivery> =>
  instructions
    .flatMap(({ uuid, action }): ReadonlyArray<StaleDelivery> => {
      if (action?.type !== "send2api") return []
      const { trigger } = action.params
      const seconds = getWaitSeconds(trigger)
      return trigger?.enabled === true && seconds !== null ? [{ instruction: uuid, params: action.params, seconds }] : []
    })
    .toSorted((a, b) => a.seconds - b.seconds)
