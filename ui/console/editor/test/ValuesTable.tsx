// All that conditions and recalls see of the conversation now.
import { useSelector } from "@xstate/react"
import { environmentOf } from "../../../../domain/chat/environment.ts"
import type { Value } from "../../../../domain/conditions/value.ts"
import { nameKey } from "../../../../domain/script/name.ts"
import type { PlayingContext } from "../../../../machines/editor/playing.ts"
import { useWords } from "../../../kit/words.tsx"
import type { PlayingActor } from "./playing.ts"
import classes from "./test.module.css"

type Row = { readonly reference: string; readonly value: Value; readonly text: Value }

export const ValuesTable = ({ actor }: { readonly actor: PlayingActor }) => {
  const t = useWords()
  const rows = rowsOf(useSelector(actor, ({ context }) => context))
  if (rows.length === 0) return <p className={classes["none"]}>{t("editor.test.values.none")}</p>
  return (
    <div className={classes["scroll"]}>
      <table className={classes["values"]}>
        <caption className="unseen">{t("editor.test.part.values")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("editor.test.values.name")}</th>
            <th scope="col">{t("editor.test.values.value")}</th>
            <th scope="col">{t("editor.test.values.text")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ reference, value, text }) => (
            <tr key={reference}>
              <th scope="row">{reference}</th>
              <td>{JSON.stringify(value)}</td>
              <td dir="auto">{text === null || text === value ? "" : [text].flat().join(", ")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const rowsOf = ({ chat, state }: PlayingContext): ReadonlyArray<Row> => {
  const { answers, actions, metadata, crm } = environmentOf(chat, state)
  const answered = chat.list.flatMap(({ name }): ReadonlyArray<Row> => {
    const answer = answers.get(nameKey(name))
    return answer === undefined ? [] : [{ reference: name, value: answer.value, text: answer.text }]
  })
  const outcomes = [...actions].flatMap(([name, results]) =>
    [...results].map(([key, value]) => ({ reference: `actions.${name}${key === "" ? "" : `.${key}`}`, value, text: value })),
  )
  const known = (of: string, values: ReadonlyMap<string, Value>) =>
    [...values].map(([key, value]) => ({ reference: `${of}.${key}`, value, text: value }))
  return [...answered, ...outcomes, ...known("metadata", metadata), ...known("crm", crm)]
}
