// What has just happened to the style as a whole, and what went wrong with a file (spec/3-community §5, §8).
import type { PlainKey } from "../../../domain/catalog/catalog.ts"
import { failureKey, unansweredKeys } from "../../../domain/catalog/message-lookup.ts"
import { toldPlace } from "../../../domain/check/finding.ts"
import { isDirty, type TransferProblem } from "../../../machines/styling/styling-setup.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { useFinding, useMessage, useWords } from "../../kit/i18n.tsx"
import { Dismiss, Notice } from "../../kit/Notice.tsx"
import classes from "./Styling.module.css"
import { useStyled, useStyling } from "./styling-context.tsx"

const told = { imported: "styling.import.done", exported: "styling.export.done", taken: "styling.take.done" } as const

export const News = () => {
  const t = useWords()
  const actor = useStyling()
  const { news, transferProblem, isFirst, failure, keeping } = useStyled((context) => context)
  const isUnsaved = useStyled(isDirty)
  const asks = useStyled((_, snapshot) => snapshot.hasTag("asks-to-retry"))
  return (
    <div className={classes["news"]}>
      {isFirst && (
        <Notice tone="quiet">
          <p>{t("styling.first")}</p>
        </Notice>
      )}
      {news !== null && news !== "saved" && (
        <Notice tone="good">
          <p>{t(told[news])}</p>
        </Notice>
      )}
      {isUnsaved && keeping !== null && keeping !== "kept" && (
        <Notice tone="bad">
          <p>{t(`unkept.${keeping}`)}</p>
        </Notice>
      )}
      {failure !== null && !asks && <FailureNotice failure={failure} />}
      {transferProblem !== null && (
        <Notice tone="bad" title={t(titles[transferProblem.of])}>
          <Why problem={transferProblem.problem} />
          <div className={classes["dismissal"]}>
            <Dismiss worded onDismiss={() => actor.send({ type: "transfer.dismiss" })} />
          </div>
        </Notice>
      )}
    </div>
  )
}

const titles = {
  import: "styling.import.error",
  export: "styling.export.error",
  take: "styling.take.error",
} as const satisfies Record<TransferProblem["of"], PlainKey>

const Why = ({ problem }: { readonly problem: TransferProblem["problem"] }) => {
  const t = useWords()
  const say = useFinding()
  const sayMessage = useMessage()
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
    case "Refused": {
      if ("violations" in problem) return <p>{problem.violations.map(({ message }) => sayMessage(message)).join(" ")}</p>
      const [finding] = problem.findings
      if (finding === undefined) return <p>{t("styling.import.unreadable")}</p>
      switch (finding.rule) {
        case "unknown-version":
        case "checksum-mismatch":
          return <p>{say(finding)}</p>
        case "not-json":
          return <p>{t("styling.import.not-json")}</p>
        default:
          return <p>{t("styling.import.structure", { pointer: toldPlace(finding), why: say(finding) })}</p>
      }
    }
    default:
      // In the notice that says what came to nothing: one of its own would be another in it.
      return (
        <>
          <p>{t(failureKey(problem))}</p>
          {problem._tag === "Unreachable" && <p>{t(unansweredKeys(problem.answered).advice)}</p>}
        </>
      )
  }
}
