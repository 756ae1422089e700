// For each instruction that was come to: whether it was shown, and why.
import { useSelector } from "@xstate/react"
import { useWords } from "../../../kit/words.tsx"
import type { PlayingActor } from "./playing.ts"
import classes from "./test.module.css"

export const Why = ({ actor, onGo }: { readonly actor: PlayingActor; readonly onGo: (uuid: string) => void }) => {
  const t = useWords()
  const looks = useSelector(actor, ({ context }) => context.looks)
  return (
    <ol className={classes["looks"]} aria-label={t("editor.test.part.why")}>
      {looks.map(({ uuid, name, condition, saw, outcome }) => (
        <li key={uuid} data-outcome={outcome}>
          <button type="button" onClick={() => onGo(uuid)}>
            {name}
          </button>
          <span className={classes["verdict"]}>{t(`editor.test.why.${outcome}`)}</span>
          {condition === null ? <p>{t("editor.test.why.always")}</p> : <code>{condition}</code>}
          {saw.map(({ reference, value }) => (
            <code key={reference} className={classes["saw"]}>
              {reference} = {JSON.stringify(value)}
            </code>
          ))}
        </li>
      ))}
    </ol>
  )
}
