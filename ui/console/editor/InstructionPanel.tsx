// The selected instruction: what all kinds have in common, then what its kind brings (spec/2-editor §2 "Common instruction editor parts").
import { Suspense } from "react"
import { type Kind, kindOf } from "../../../domain/script/kind.ts"
import { findingsOf, partOf } from "../../../machines/editor/findings.ts"
import { Notice } from "../../kit/Notice.tsx"
import { stepsOfScreen } from "../../kit/undo-keys.ts"
import { useFinding, useWords } from "../../kit/words.tsx"
import { ConditionField } from "./ConditionField.tsx"
import { DelayField } from "./DelayField.tsx"
import { useEditing } from "./editing.tsx"
import { settingsId } from "./fault.ts"
import classes from "./InstructionPanel.module.css"
import { KindIcon } from "./kinds.tsx"
import { MessageField } from "./MessageField.tsx"
import { NameField } from "./NameField.tsx"
import { headingId, panelOf, toldId } from "./part.ts"
import { specifics, withoutText } from "./specifics.tsx"

export const InstructionPanel = ({ place }: { readonly place: number }) => {
  const t = useWords()
  const instruction = useEditing(({ draft }) => draft.instructions[place])
  const count = useEditing(({ draft }) => draft.instructions.length)
  const turns = useEditing((context) => context.turns)
  if (instruction === undefined) return null
  const kind = kindOf(instruction)
  const Specifics = specifics[kind]
  return (
    <section
      {...stepsOfScreen}
      {...{ [panelOf]: instruction.uuid }}
      className={classes["panel"]}
      aria-label={t("editor.instruction")}
      key={instruction.uuid}
    >
      <header className={classes["top"]}>
        <KindIcon kind={kind} />
        <h2 id={headingId} tabIndex={-1} className={classes["heading"]}>
          {t(`editor.kind.${kind}`)}
        </h2>
        <span className={classes["place"]}>{t("editor.instruction.place", { place: place + 1, count })}</span>
      </header>
      <div className={classes["identity"]}>
        <NameField instruction={instruction} />
        <DelayField instruction={instruction} />
      </div>
      <ConditionField instruction={instruction} />
      {!withoutText.has(kind) && <MessageField instruction={instruction} />}
      <div id={settingsId} className={classes["settings"]}>
        <Suspense>
          {Specifics !== null && <Specifics key={standing.has(kind) ? kind : `${kind} ${turns}`} instruction={instruction} />}
        </Suspense>
      </div>
      <Findings uuid={instruction.uuid} />
    </section>
  )
}

/** What shows the script as it is, whatever it was before: whoever undoes in a field of theirs stays in it. */
const standing: ReadonlySet<Kind> = new Set(["choice", "multiple"])

/** Fields that tell what is wrong with them themselves. */
const toldThere: ReadonlyArray<string> = ["/label", "/condition"]

const Findings = ({ uuid }: { readonly uuid: string }) => {
  const say = useFinding()
  const found = useEditing((context) => findingsOf(context, uuid)).filter((finding) => !toldThere.includes(partOf(finding)))
  return found.map((finding, place) => (
    <Notice
      key={`${finding.pointer} ${finding.message}`}
      // The first of several about a part.
      {...(found.findIndex(({ pointer }) => pointer === finding.pointer) === place && { id: toldId(partOf(finding)) })}
      tone={finding.severity === "error" ? "bad" : "quiet"}
    >
      <p>{say(finding)}</p>
    </Notice>
  ))
}
