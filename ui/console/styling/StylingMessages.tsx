// Messages about the style as a whole: what was just done, and what went wrong.

import type { PlainMessageKey } from "../../../domain/catalog/catalog.ts"
import { getFailureMessageKey, getUnreachableMessageKeys } from "../../../domain/failures/message-lookup.ts"
import { formatFindingLocation } from "../../../domain/findings/finding.ts"
import type { TransferProblem } from "../../../machines/styling/styling-model.ts"
import { isDirty } from "../../../machines/styling/styling-setup.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { useFindingSentence, useFindingText, useServerMessage, useTranslate } from "../../kit/i18n.tsx"
import { DismissButton, Notice } from "../../kit/Notice.tsx"
import classes from "./Styling.module.css"
import { useStyling, useStylingState } from "./styling-context.tsx"

const noticeKeys = { imported: "styling.import.done", exported: "styling.export.done", taken: "styling.take.done" } as const

export const StylingMessages = () => {
  const t = useTranslate()
  const actor = useStyling()
  const { notice, transferProblem, isFirstSetup, failure, localDraftStatus } = useStylingState((context) => context)
  const isUnsaved = useStylingState(isDirty)
  const isConfirmingRetry = useStylingState((_, snapshot) => snapshot.hasTag("confirming-retry"))
  return (
    <div className={classes["notice"]}>
      {isFirstSetup && (
        <Notice tone="quiet">
          <p>{t("styling.first")}</p>
        </Notice>
      )}
      {notice !== null && notice !== "saved" && (
        <Notice tone="good">
          <p>{t(noticeKeys[notice])}</p>
        </Notice>
      )}
      {isUnsaved && localDraftStatus !== null && localDraftStatus !== "kept" && (
        <Notice tone="bad">
          <p>{t(`unkept.${localDraftStatus}`)}</p>
        </Notice>
      )}
      {failure !== null && !isConfirmingRetry && <FailureNotice failure={failure} />}
      {transferProblem !== null && (
        <Notice tone="bad" title={t(titleKeys[transferProblem.of])}>
          <ProblemText problem={transferProblem.problem} />
          <div className={classes["dismissal"]}>
            <DismissButton worded onDismiss={() => actor.send({ type: "transfer.dismiss" })} />
          </div>
        </Notice>
      )}
    </div>
  )
}

const titleKeys = {
  import: "styling.import.error",
  export: "styling.export.error",
  take: "styling.take.error",
} as const satisfies Record<TransferProblem["of"], PlainMessageKey>

const ProblemText = ({ problem }: { readonly problem: TransferProblem["problem"] }) => {
  const t = useTranslate()
  const formatFinding = useFindingText()
  const formatSentence = useFindingSentence()
  const formatMessage = useServerMessage()
  if (typeof problem === "string")
    switch (problem) {
      case "not-one-file":
        return <p>{t("styling.import.not-one-file")}</p>
      case "nothing-there":
        return <p>{t("styling.take.nothing-there")}</p>
      case "insecure":
        return <p>{t("styling.insecure")}</p>
      case "no-canonical-form":
        return <p>{t("styling.export.no-canonical-form")}</p>
    }
  switch (problem._tag) {
    case "Insecure":
      return <p>{t("styling.insecure")}</p>
    case "Unreadable":
      return <p>{t("styling.import.unreadable")}</p>
    case "AssetProblem":
      return <p>{t(`styling.asset.${problem.reason}`, { address: problem.address })}</p>
    case "ValidationFailed":
      return <p>{problem.violations.map(({ message }) => formatMessage(message)).join(" ")}</p>
    case "Invalid": {
      const [finding] = problem.findings
      if (finding === undefined) return <p>{t("styling.import.unreadable")}</p>
      switch (finding.rule) {
        case "unknown-version":
        case "checksum-mismatch":
          return <p>{formatSentence(finding)}</p>
        case "not-json":
          return <p>{t("styling.import.not-json")}</p>
        default:
          return <p>{t("styling.import.structure", { pointer: formatFindingLocation(finding), why: formatFinding(finding) })}</p>
      }
    }
    default:
      // Not a FailureNotice, because this is already inside a notice.
      return (
        <>
          <p>{t(getFailureMessageKey(problem))}</p>
          {problem._tag === "Unreachable" && <p>{t(getUnreachableMessageKeys(problem.answered).advice)}</p>}
        </>
      )
  }
}
