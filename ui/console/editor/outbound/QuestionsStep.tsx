// The second step: which questions are sent, all of them or those that are chosen.
import { useSelector } from "@xstate/react"
import { questionsIn } from "../../../../domain/actions/send-to-api/payload.ts"
import { sentQuestions, toggleSent } from "../../../../domain/actions/send-to-api/sent-questions.ts"
import { isStepValid } from "../../../../domain/actions/send-to-api/wizard.ts"
import { plainText } from "../../../../domain/rich-text/plain-text.ts"
import { nameOf } from "../../../../domain/script/name.ts"
import type { DeliveryWizardActor } from "../../../../machines/editor/outbound/delivery-wizard.ts"
import { useWords } from "../../../kit/words.tsx"
import { Toggle } from "../fields/Toggle.tsx"
import classes from "./outbound.module.css"

export const QuestionsStep = ({ actor }: { readonly actor: DeliveryWizardActor }) => {
  const t = useWords()
  const params = useSelector(actor, ({ context }) => context.params)
  const instructions = useSelector(actor, ({ context }) => context.instructions)
  const locked = useSelector(actor, ({ context }) => context.locked)
  const script = { instructions }
  const isAll = params.questions === null || params.questions === undefined
  const sent = sentQuestions(script, params.questions)
  const asked = questionsIn(script, null)
  const set = (questions: ReadonlyArray<string> | null) => actor.send({ type: "params.write", change: { questions } })
  return (
    <fieldset className={classes["group"]}>
      <legend>{t("outbound.questions")}</legend>
      <Toggle
        label={t("outbound.questions.all")}
        on={isAll}
        locked={locked}
        onTurn={(all) => set(all ? null : sentQuestions(script, null))}
      />
      <p className={classes["quiet"]}>{t(asked.length === 0 ? "outbound.questions.none" : "outbound.questions.all.help")}</p>
      {!isAll && (
        <ul className={classes["questions"]}>
          {asked.map(({ instruction, question }) => (
            <li key={question.uuid}>
              <label className={classes["check"]}>
                <input
                  type="checkbox"
                  checked={sent.includes(question.uuid)}
                  disabled={locked}
                  onChange={() => set(toggleSent(script, params.questions, question.uuid))}
                />
                <span>
                  <strong>{nameOf(instruction)}</strong>{" "}
                  <span dir="auto">{plainText(instruction.messages[0]?.content ?? "").slice(0, 120)}</span>
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
      {!isStepValid("questions", params) && (
        <p className={classes["wrong"]} role="alert">
          {t("outbound.questions.wrong")}
        </p>
      )}
    </fieldset>
  )
}
