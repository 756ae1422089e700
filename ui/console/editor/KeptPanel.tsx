// A kind that cannot be set here yet: what it holds, read only. It is kept and saved as it is.
import type { Instruction } from "../../../domain/script/instruction.ts"
import { useWords } from "../../kit/words.tsx"
import classes from "./KeptPanel.module.css"

export const KeptPanel = ({ instruction: { question, action } }: { readonly instruction: Instruction }) => {
  const t = useWords()
  const choices = (question?.choices ?? []).map(({ value, translation }) => `${value} ${translation.content}`)
  const held = [
    ...(choices.length > 0 ? [[t("editor.choices"), choices.join("\n")] as const] : []),
    ...Object.entries({ ...question?.options, ...action?.params }).flatMap(([key, value]) => {
      const text = written(value)
      return text === "" ? [] : [[key, text] as const]
    }),
  ]
  return (
    <section className={classes["kept"]} aria-labelledby="kept-heading">
      <h3 id="kept-heading">{t("editor.kept.heading")}</h3>
      <p>{t("editor.kept.text")}</p>
      {held.length === 0 ? (
        <p>{t("editor.kept.none")}</p>
      ) : (
        <dl>
          {held.map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd dir="auto">{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

const written = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  return typeof value === "string" ? value : (JSON.stringify(value, null, 1) ?? "")
}
