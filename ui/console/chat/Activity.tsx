// How a chat goes: what began today, and a bar for each of the last days.
import type { DayCount } from "../../../domain/conversations/activity.ts"
import { useMoments } from "../../kit/moments.ts"
import { useWords } from "../../kit/words.tsx"
import classes from "./Chat.module.css"

const bar = { width: 6, pitch: 8, height: 24 } as const

/** `days`: the earliest first, today last. */
export const Activity = ({ days }: { readonly days: ReadonlyArray<DayCount> }) => {
  const t = useWords()
  const { day: nameOf } = useMoments()
  const counts = days.map(({ count }) => count)
  const most = Math.max(1, ...counts)
  const words = { days: days.length, total: counts.reduce((sum, it) => sum + it, 0), most: Math.max(0, ...counts) }
  return (
    <p className={classes["activity"]}>
      <svg width={days.length * bar.pitch - (bar.pitch - bar.width)} height={bar.height} role="img" aria-label={t("chat.days", words)}>
        {days.map(({ day, count }, place) => {
          // A day on which somebody came is seen, however busy another was.
          const height = count === 0 ? 1 : Math.max(3, (count / most) * bar.height)
          return (
            <rect
              key={day}
              x={place * bar.pitch}
              y={bar.height - height}
              width={bar.width}
              height={height}
              data-empty={count === 0 || undefined}
            >
              <title>{t("chat.days.one", { day: nameOf(day), count })}</title>
            </rect>
          )
        })}
      </svg>
      <span>{t("chat.today", { count: counts.at(-1) ?? 0 })}</span>
    </p>
  )
}
