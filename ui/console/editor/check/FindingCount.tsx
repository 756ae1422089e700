// The number of findings beside a button that shows the Check pane.
import { useMemo } from "react"
import { blocksGoingLive } from "../../../../domain/check/blocking-rules.ts"
import { groupFindings } from "../../../../domain/findings/finding.ts"
import { useEditorState } from "../editor-context.tsx"
import classes from "./FindingCount.module.css"

/** Returns how many rows the Check pane has. */
export const useFindingCount = (): number => {
  const findings = useEditorState((context) => context.findings)
  return useMemo(() => groupFindings(findings).length, [findings])
}

type Props = {
  /** For the `aria-describedby` of the button. */
  readonly id: string
  /** The number of findings. */
  readonly count: number
}

/** Takes the same space without findings, so that the first finding moves no button. */
export const FindingCount = ({ id, count }: Props) => {
  const findings = useEditorState((context) => context.findings)
  const hasErrors = useMemo(() => findings.some(blocksGoingLive), [findings])
  return (
    <span id={id} className={classes["count"]} data-errors={hasErrors}>
      {count > 0 && count}
    </span>
  )
}
