// When a conversation that goes stale is delivered: presets, units, and the seconds they come to (spec/2-editor §4, §9; decisions A7).

import type { Instruction } from "../script/instruction.ts"
import type { Action } from "./action.ts"
import type { SendToApiParams } from "./delivery-validation.ts"

export type Trigger = NonNullable<Extract<Action, { readonly type: "send2api" }>["params"]["trigger"]>

/** Seconds in each unit (spec/2-editor §9). */
export const unitSeconds = { second: 1, minute: 60, hour: 3600, day: 86_400, week: 604_800 } as const
export type TriggerUnit = keyof typeof unitSeconds

/** What a stale conversation can wait for without counting (spec/2-editor §4). */
export const triggerPresets = {
  "1-hour": { amount: 1, unit: "hour" },
  "4-hours": { amount: 4, unit: "hour" },
  "1-day": { amount: 1, unit: "day" },
  "1-week": { amount: 1, unit: "week" },
  "2-weeks": { amount: 2, unit: "week" },
} as const satisfies Record<string, { readonly amount: number; readonly unit: TriggerUnit }>
export type TriggerPreset = keyof typeof triggerPresets
export const defaultTriggerPreset: TriggerPreset = "4-hours"
export const presetNames = ["1-hour", "4-hours", "1-day", "1-week", "2-weeks"] as const satisfies ReadonlyArray<TriggerPreset>
export const triggerUnits = ["second", "minute", "hour", "day", "week"] as const satisfies ReadonlyArray<TriggerUnit>

/** The least that can be waited for, in any unit. */
export const minTriggerAmount = 1
/** [A7] Seconds that can be waited for at most: a year of weeks. What is far enough off is no date any more. */
export const maxWaitSeconds = 52 * unitSeconds.week

/** Seconds of an amount of a unit. */
export const secondsOf = (amount: number, unit: TriggerUnit): number => amount * unitSeconds[unit]

/** [A7] A trigger that waits as long as a preset says; its timeout is in seconds. What else the trigger holds stays. */
export const setTriggerPreset = (trigger: Trigger | null | undefined, preset: TriggerPreset): Trigger =>
  waiting(trigger, { preset, custom: false, ...triggerPresets[preset] })

/** [A7] The most that can be waited for in a unit. */
export const maxTriggerAmount = (unit: TriggerUnit): number => Math.floor(maxWaitSeconds / unitSeconds[unit])

/** [A7] Whether so much of a unit can be waited for: a whole number within its bounds. */
export const isTriggerAmount = (amount: number, unit: TriggerUnit): boolean =>
  Number.isInteger(amount) && amount >= minTriggerAmount && amount <= maxTriggerAmount(unit)

/** [A7] A trigger that waits for an amount of a unit, whole and within its bounds. */
export const setTriggerAmount = (trigger: Trigger | null | undefined, amount: number, unit: TriggerUnit): Trigger =>
  waiting(trigger, {
    preset: null,
    custom: true,
    amount: Math.min(maxTriggerAmount(unit), Math.max(minTriggerAmount, Math.trunc(amount) || minTriggerAmount)),
    unit,
  })

/** The trigger turned on, waiting as long as it did before, else as usual; or turned off, keeping what it waited for. */
export const setTriggerEnabled = (trigger: Trigger | null | undefined, enabled: boolean): Trigger => ({
  ...(deliveryWait({ ...trigger, enabled: true }) === undefined ? setTriggerPreset(trigger, defaultTriggerPreset) : trigger),
  enabled,
})

/** The preset that a trigger waits for, or "custom" where it waits for an amount of its own, whatever preset it names. */
export const presetOf = (trigger: Trigger | null | undefined): TriggerPreset | "custom" => {
  const { preset, custom } = trigger?.config ?? {}
  const named = custom ? undefined : presetNames.find((it) => it === preset)
  if (named === undefined) return "custom"
  const { amount, unit } = triggerPresets[named]
  return secondsOf(amount, unit) === waitSeconds(trigger) ? named : "custom"
}

type Config = { readonly preset: string | null; readonly custom: boolean; readonly amount: number; readonly unit: TriggerUnit }

const waiting = (trigger: Trigger | null | undefined, config: Config): Trigger => ({
  ...trigger,
  enabled: trigger?.enabled ?? true,
  timeout: secondsOf(config.amount, config.unit),
  config: { ...trigger?.config, ...config },
})

export const isTriggerUnit = (unit: unknown): unit is TriggerUnit => typeof unit === "string" && Object.hasOwn(unitSeconds, unit)

type Wait = { readonly amount: number; readonly unit: TriggerUnit }

/** [A7] The wait of an automatic delivery, as it is shown; undefined where it is off or says none. Its seconds are those that it waits. */
export const deliveryWait = (trigger: Trigger | null | undefined): Wait | undefined => {
  const seconds = trigger?.enabled ? waitSeconds(trigger) : null
  if (seconds === null) return undefined
  const { amount, unit } = trigger?.config ?? {}
  return typeof amount === "number" && isTriggerUnit(unit) && secondsOf(amount, unit) === seconds
    ? { amount, unit }
    : inLargestUnit(seconds)
}

/** Seconds in the largest unit that they are a whole number of; parts of a second are none. */
const inLargestUnit = (seconds: number): Wait => {
  const unit = triggerUnits.toReversed().find((it) => seconds % unitSeconds[it] === 0) ?? "second"
  return { amount: Math.ceil(seconds / unitSeconds[unit]), unit }
}

/** [A7] Seconds that a trigger waits: those that it says, else what its amount and unit come to; null where neither says any. */
export const waitSeconds = (trigger: Trigger | null | undefined): number | null => {
  const { timeout, config } = trigger ?? {}
  if (typeof timeout === "number" && timeout > 0) return Math.min(timeout, maxWaitSeconds)
  const { amount, unit } = config ?? {}
  return typeof amount === "number" && amount >= minTriggerAmount && isTriggerUnit(unit)
    ? Math.min(secondsOf(amount, unit), maxWaitSeconds)
    : null
}

// The deliveries of a script that wait for a conversation to go stale (spec/2-editor §4; decisions A10).

/** `seconds` that nobody goes on before it is delivered. */
export type StaleDelivery = { readonly instruction: string; readonly params: SendToApiParams; readonly seconds: number }

/** Seconds after which the first of them is due; null where there is none. */
export const secondsUntilStale = (script: { readonly instructions: ReadonlyArray<Instruction> }): number | null =>
  staleDeliveries(script)[0]?.seconds ?? null

/** [A10] Those whose trigger is on, the most impatient first. */
export const staleDeliveries = ({ instructions }: { readonly instructions: ReadonlyArray<Instruction> }): ReadonlyArray<StaleDelivery> =>
  instructions
    .flatMap(({ uuid, action }): ReadonlyArray<StaleDelivery> => {
      if (action?.type !== "send2api") return []
      const { trigger } = action.params
      const seconds = waitSeconds(trigger)
      return trigger?.enabled === true && seconds !== null ? [{ instruction: uuid, params: action.params, seconds }] : []
    })
    .toSorted((one, other) => one.seconds - other.seconds)
