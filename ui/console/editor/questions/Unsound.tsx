// Told while a form holds what breaks a rule: it is not in the script (spec/2-editor §5).
import type { Finding } from "../../../../domain/finding.ts"
import { Notice } from "../../../kit/Notice.tsx"
import { useFinding, useWords } from "../../../kit/words.tsx"

/** `hasUnread`: whether there are texts that no value can be read from; each says so itself. */
type Props = { readonly id: string; readonly findings: ReadonlyArray<Finding>; readonly hasUnread: boolean }

/** The fields that are wrong name it by its id. */
export const Unsound = ({ id, findings, hasUnread }: Props) => {
  const t = useWords()
  const say = useFinding()
  if (findings.length === 0 && !hasUnread) return null
  return (
    <Notice id={id} tone="bad" title={t("editor.config.wrong")}>
      {findings.map((finding) => (
        <p key={`${finding.pointer} ${finding.message}`}>{say(finding)}</p>
      ))}
    </Notice>
  )
}
