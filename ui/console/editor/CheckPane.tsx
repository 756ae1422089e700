// Everything a check finds, in the order of the script; a click leads to the place.
import { Button } from "@mantine/core"
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react"
import { useMemo } from "react"
import type { Finding } from "../../../domain/finding.ts"
import { nameOf } from "../../../domain/script/name.ts"
import { inMinutes, pacing } from "../../../domain/script/pacing.ts"
import { mended, placeOf } from "../../../machines/editor/edits.ts"
import { aboutWhich } from "../../../machines/editor/findings.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { useFinding, useWords } from "../../kit/words.tsx"
import classes from "./CheckPane.module.css"
import { useEditing, useEditor, useViewOnly } from "./editing.tsx"
import { NothingListed, SidePane } from "./SidePane.tsx"

type Props = { readonly onGo: () => void; readonly onClose: () => void }

export const CheckPane = ({ onGo, onClose }: Props) => {
  const t = useWords()
  // A refusal's findings are those of the same rules, found by the server: until the next check they are the newest.
  const findings = useEditing((context) => context.findings)
  const problem = useEditing(({ checkProblem }) => checkProblem)
  return (
    <SidePane heading={t("editor.check.heading")} onClose={onClose}>
      <Pacing />
      {problem !== null && (
        <div className={classes["problem"]}>
          <FailureNotice failure={problem} />
        </div>
      )}
      {findings.length === 0 && problem === null && (
        <NothingListed>
          <IconCircleCheck size={24} aria-hidden="true" />
          <p>{t("editor.check.none")}</p>
          <p>{t("editor.check.none.text")}</p>
        </NothingListed>
      )}
      {findings.length > 0 && (
        <ul className={classes["list"]}>
          {findings.map((finding) => (
            <Row key={`${finding.pointer} ${finding.message}`} finding={finding} onGo={onGo} />
          ))}
        </ul>
      )}
    </SidePane>
  )
}

/** How long the chat takes to read, in minutes. */
const Pacing = () => {
  const t = useWords()
  const checked = useEditing((context) => context.checked)
  const { least, typical, most } = useMemo(() => inMinutes(pacing(checked)), [checked])
  if (checked.instructions.length === 0) return null
  return (
    <p className={classes["pacing"]}>
      {least === most ? t("editor.pacing.even", { minutes: most }) : t("editor.pacing", { least, typical, most })}
    </p>
  )
}

const Row = ({ finding, onGo }: { readonly finding: Finding; readonly onGo: () => void }) => {
  const t = useWords()
  const say = useFinding()
  const actor = useEditor()
  const uuid = useEditing((context) => aboutWhich(context, finding))
  const name = useEditing((context) => {
    const instruction = context.draft.instructions[placeOf(context, uuid) ?? -1]
    return instruction === undefined ? null : nameOf(instruction)
  })
  const locked = useViewOnly()
  const isFixable = useEditing((context) => !locked && mended(context, finding) !== null)
  const isError = finding.severity === "error"
  const Icon = isError ? IconAlertCircle : IconAlertTriangle
  const said = (
    <>
      <Icon size={18} aria-hidden="true" />
      <span>
        <span className={classes["where"]}>
          <span className="unseen">{t(isError ? "editor.check.error" : "editor.check.warning")} </span>
          {name ?? t("editor.check.script")}
        </span>
        <span className={classes["what"]}>{say(finding)}</span>
      </span>
    </>
  )
  return (
    <li>
      {uuid === null ? (
        // What is about the script as a whole leads to none of its instructions.
        <div className={classes["finding"]} data-severity={finding.severity}>
          {said}
        </div>
      ) : (
        <button
          type="button"
          className={classes["finding"]}
          data-severity={finding.severity}
          disabled={name === null}
          onClick={() => {
            actor.send({ type: "instruction.select", uuid })
            onGo()
          }}
        >
          {said}
        </button>
      )}
      {isFixable && (
        <Button
          size="compact-xs"
          variant="default"
          className={classes["fix"] ?? ""}
          aria-label={t("editor.check.fix", { name: name ?? "", what: say(finding) })}
          onClick={() => actor.send({ type: "finding.fix", finding })}
        >
          {t("editor.check.fix.short")}
        </Button>
      )}
    </li>
  )
}
