// Why a call came to nothing, as far as no field says it already.
import type { Failure } from "../../domain/failure.ts"
import { Notice } from "./Notice.tsx"
import { useMessage, useWords } from "./words.tsx"

type Props = {
  readonly failure: Failure | null
  /** Fields that show their violations themselves. */
  readonly shown?: ReadonlyArray<string>
}

export const FailureNotice = ({ failure, shown = [] }: Props) => {
  const t = useWords()
  const say = useMessage()
  if (failure === null) return null
  if (failure._tag !== "Refused")
    return (
      <Notice tone="bad" title={t(`failure.${failure._tag}`)}>
        {failure._tag === "Unreachable" && <p>{t("failure.unreachable.kept")}</p>}
      </Notice>
    )
  const rest = failure.violations.filter(({ field }) => !shown.includes(field))
  if (rest.length === 0 && failure.violations.length > 0) return null
  return (
    <Notice tone="bad" title={rest.length === 0 ? t("failure.Refused") : undefined}>
      {rest.map(({ field, message }) => (
        <h3 key={`${field} ${message}`}>{say(message)}</h3>
      ))}
    </Notice>
  )
}
