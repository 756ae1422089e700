// For each instruction that was come to: whether it was shown, and why; of many those in sight.
import { useSelector } from "@xstate/react"
import { useMemo, useState } from "react"
import { useMeasuredRows } from "../../../kit/measured-rows.ts"
import { useWords } from "../../../kit/words.tsx"
import type { PlayingActor } from "./playing.ts"
import classes from "./test.module.css"

export const Why = ({ actor, onGo }: { readonly actor: PlayingActor; readonly onGo: (uuid: string) => void }) => {
  const t = useWords()
  const looks = useSelector(actor, ({ context }) => context.looks)
  const keys = useMemo(() => looks.map(({ uuid }) => uuid), [looks])
  const [held, hold] = useState<string | null>(null)
  const { watch, measure, shown, topOf, height } = useMeasuredRows({ keys, usualHeight, held })
  return (
    <div className={classes["scroll"]}>
      <ol ref={watch} className={classes["looks"]} aria-label={t("editor.test.part.why")} style={{ height }}>
        {shown.map((place) => {
          const look = looks[place]
          return look === undefined ? null : (
            <li
              key={look.uuid}
              ref={measure}
              data-row={look.uuid}
              style={{ top: topOf(place) }}
              aria-posinset={place + 1}
              aria-setsize={looks.length}
              data-outcome={look.outcome}
            >
              <button type="button" onFocus={() => hold(look.uuid)} onClick={() => onGo(look.uuid)}>
                {look.name}
              </button>
              <span className={classes["verdict"]}>{t(`editor.test.why.${look.outcome}`)}</span>
              {look.condition === null ? <p>{t("editor.test.why.always")}</p> : <code>{look.condition}</code>}
              {look.saw.map(({ reference, value }) => (
                <code key={reference} className={classes["saw"]}>
                  {reference} = {JSON.stringify(value)}
                </code>
              ))}
            </li>
          )
        })}
      </ol>
    </div>
  )
}

/** What one without a condition is high. */
const usualHeight = 88
