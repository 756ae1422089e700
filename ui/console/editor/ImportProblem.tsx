// Why a file was not imported.
import { toldPlace } from "../../../domain/finding.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { useMessage, useWords } from "../../kit/words.tsx"
import { useEditing } from "./editing.tsx"

export const ImportProblem = () => {
  const t = useWords()
  const say = useMessage()
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
      // The server, for what came with it: a picture that is none.
      if ("violations" in problem) return <Told text={problem.violations.map(({ message }) => say(message)).join(" ")} />
      const [finding] = problem.findings
      if (finding === undefined) return <Told text={t("editor.import.unreadable")} />
      switch (finding.rule) {
        case "unknown-version":
        case "checksum-mismatch":
        case "not-json":
          return <Told text={t(`editor.import.${finding.rule}`)} />
        default:
          return <Told text={t("editor.import.structure", { pointer: toldPlace(finding) })} />
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
