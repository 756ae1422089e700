// Whether some answers lead to the instructions that the author asked about: with an example, or with the conditions that rule it out.
import { UnstyledButton } from "@mantine/core"
import { useSelector } from "@xstate/react"
import type { Proof } from "../../../../domain/check/proofs.ts"
import { getInstructionName } from "../../../../domain/script/instruction-name.ts"
import { findingInstructionUuid } from "../../../../machines/editor/editor-findings.ts"
import type { RehearsalContext } from "../../../../machines/editor/rehearsal-conversation.ts"
import type { TestRunActor } from "../../../../machines/editor/rehearsal-machine.ts"
import { FailureNotice } from "../../../kit/FailureNotice.tsx"
import { useTranslate } from "../../../kit/i18n.tsx"
import { Notice } from "../../../kit/Notice.tsx"
import { useExampleText } from "./example-text.ts"
import classes from "./TestPane.module.css"

type Goal = NonNullable<RehearsalContext["goal"]>
type Props = { readonly actor: TestRunActor; readonly onNavigate: (uuid: string) => void }

export const ProofNotice = ({ actor, onNavigate }: Props) => {
  const goal = useSelector(actor, ({ context }) => context.goal)
  const proof = useSelector(actor, ({ context }) => context.proof)
  const failure = useSelector(actor, ({ context }) => context.proofFailure)
  return (
    <div className={classes["proof"]}>
      {failure !== null && <FailureNotice failure={failure} />}
      {goal !== null && proof !== null && <ProofText goal={goal} proof={proof} onNavigate={onNavigate} />}
    </div>
  )
}

type ProofTextProps = Pick<Props, "onNavigate"> & { readonly goal: Goal; readonly proof: Proof }

const ProofText = ({ goal: { script, uuids }, proof, onNavigate }: ProofTextProps) => {
  const t = useTranslate()
  const formatExample = useExampleText()
  const instructions = script.instructions.filter(({ uuid }) => uuids.includes(uuid))
  const [name = "", other] = instructions.map(getInstructionName)
  const isEnd = instructions[0]?.type === "end"
  const say = (key: "any" | "impossible" | "unknown") =>
    other === undefined
      ? t(`editor.test.reach.${isEnd ? "end." : ""}${key}`, { name })
      : t(`editor.test.reach.both.${key}`, { name, other })
  if (proof._tag === "Unknown")
    return (
      <Notice tone="warning">
        <p>{say("unknown")}</p>
      </Notice>
    )
  if (proof._tag === "Possible") {
    const answers = formatExample(proof.example)
    return (
      <Notice tone="quiet">
        <p>
          {answers === ""
            ? say("any")
            : other === undefined
              ? t(isEnd ? "editor.test.reach.end.possible" : "editor.test.reach.possible", { name, answers })
              : t("editor.test.reach.both.possible", { name, other, answers })}
        </p>
      </Notice>
    )
  }
  return (
    <Notice tone="warning">
      <p>{say("impossible")}</p>
      {proof.because.length > 0 && <p>{t("editor.test.reach.because")}</p>}
      <ul>
        {proof.because.map(({ pointer, condition, kind }) => {
          const sourceUuid = findingInstructionUuid({ checkedDraft: script }, { pointer })
          const source = script.instructions.find((it) => it.uuid === sourceUuid)
          return source === undefined ? null : (
            <li key={pointer}>
              <UnstyledButton className={classes["reason"]} onClick={() => onNavigate(source.uuid)}>
                {getInstructionName(source)}
              </UnstyledButton>{" "}
              {t(`editor.test.reach.reason.${condition === "" ? "always." : ""}${kind}`)} <code>{condition}</code>
            </li>
          )
        })}
      </ul>
    </Notice>
  )
}
