// A script file instead of a blank page; only where there are no instructions yet (spec/2-editor §4, §5).
import { IconFileImport } from "@tabler/icons-react"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { FileButton } from "../../kit/FileButton.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { useWords } from "../../kit/words.tsx"
import { picked } from "../files/picked.ts"
import { useEditing, useEditor } from "./editing.tsx"
import classes from "./ImportOffer.module.css"

export const ImportOffer = () => {
  const t = useWords()
  const actor = useEditor()
  const busy = useEditing((_, snapshot) => snapshot.hasTag("importing"))
  return (
    <div className={classes["offer"]}>
      <div className={classes["drop"]}>
        <p>{busy ? t("editor.import.started") : t("editor.import.text")}</p>
        <FileButton
          label={t("editor.import")}
          accept=".json,application/json"
          icon={<IconFileImport size={18} aria-hidden="true" />}
          busy={busy}
          onPick={(files) => actor.send({ type: "file.import", files: picked(files) })}
        />
      </div>
      <ImportProblem />
    </div>
  )
}

const ImportProblem = () => {
  const t = useWords()
  const problem = useEditing(({ importProblem }) => importProblem)
  if (problem === null) return null
  switch (problem._tag) {
    case "NotOneFile":
      return <Told text={t("editor.import.NotOneFile")} />
    case "Insecure":
      return <Told text={t("editor.insecure")} />
    case "Unreadable":
      return <Told text={t("editor.import.unreadable")} />
    case "AssetProblem":
      return <Told text={t(`editor.asset.${problem.reason}`, { address: problem.address })} />
    case "Refused": {
      const [finding] = problem.findings
      if (finding === undefined) return <Told text={t("editor.import.unreadable")} />
      switch (finding.rule) {
        case "unknown-version":
        case "checksum-mismatch":
        case "not-json":
          return <Told text={t(`editor.import.${finding.rule}`)} />
        default:
          return <Told text={t("editor.import.structure", { pointer: finding.pointer || "/" })} />
      }
    }
    default:
      return <FailureNotice failure={problem} />
  }
}

const Told = ({ text }: { readonly text: string }) => {
  const t = useWords()
  return (
    <Notice tone="bad" title={t("editor.import.error")}>
      <p>{text}</p>
    </Notice>
  )
}
