// The last step: what is said of each question and answer, and what goes along with every record (spec/2-editor §4 "Structure options").
import { useSelector } from "@xstate/react"
import { useId } from "react"
import {
  answerFormats,
  answerOptions,
  chooseFormat,
  optionsOf,
  questionOptions,
  type Structure,
  type StructureProblem,
  structureOf,
  structureProblems,
  structureProblemTexts,
  toggleAnswer,
  toggleQuestion,
} from "../../../../domain/actions/send-to-api/structure.ts"
import type { DeliveryWizardActor } from "../../../../machines/editor/outbound/delivery-wizard.ts"
import { useWords } from "../../../kit/words.tsx"
import { Segments } from "../fields/Segments.tsx"
import classes from "./outbound.module.css"
import { RecordKeys } from "./RecordKeys.tsx"

type Props = { readonly actor: DeliveryWizardActor }

export const StructureStep = ({ actor }: Props) => {
  const t = useWords()
  const name = useId()
  const options = useSelector(actor, ({ context }) => context.params.options)
  const locked = useSelector(actor, ({ context }) => context.locked)
  const structure = structureOf(options)
  const problems = structureProblems(structure)
  const set = (next: Structure) => actor.send({ type: "params.write", change: { options: optionsOf(next) } })
  return (
    <div className={classes["panel"]}>
      <Segments
        label={t("outbound.format")}
        value={structure.format}
        locked={locked}
        options={answerFormats.map((format) => [format, t(`outbound.format.${format}`)])}
        onPick={(format) => set(chooseFormat(structure, format))}
      />
      <fieldset className={classes["group"]} disabled={locked}>
        <legend>{t("outbound.structure.question")}</legend>
        {questionOptions.map((option) => (
          <label key={option} className={classes["check"]}>
            <input type="checkbox" checked={structure.question.includes(option)} onChange={() => set(toggleQuestion(structure, option))} />
            {t(`outbound.structure.${option}`)}
          </label>
        ))}
        <Problem of={["no-question-option"]} among={problems} />
      </fieldset>
      <fieldset className={classes["group"]} disabled={locked}>
        <legend>{t("outbound.structure.answer")}</legend>
        {answerOptions.map((option) => (
          <label key={option} className={classes["check"]}>
            <input
              type={structure.format === "key-value" ? "radio" : "checkbox"}
              name={name}
              checked={structure.answer.includes(option)}
              onChange={() => set(toggleAnswer(structure, option))}
            />
            {t(`outbound.structure.${option}`)}
          </label>
        ))}
        <Problem of={["no-answer-option", "several-answer-options"]} among={problems} />
      </fieldset>
      <RecordKeys actor={actor} />
    </div>
  )
}

type ProblemProps = { readonly of: ReadonlyArray<StructureProblem>; readonly among: ReadonlyArray<StructureProblem> }

const Problem = ({ of, among }: ProblemProps) => {
  const t = useWords()
  const problem = of.find((it) => among.includes(it))
  return problem === undefined ? null : (
    <p className={classes["wrong"]} role="alert">
      {t(structureProblemTexts[problem])}
    </p>
  )
}
