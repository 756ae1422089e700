// Why a change of the account came to nothing: the server's words, or that it is not known (spec/1-console §8 "Account failures").
import type { PlainKey } from "../../../domain/catalogue/catalogue.ts"
import type { Failure } from "../../../domain/failure.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { useWords } from "../../kit/words.tsx"

type Props = {
  readonly failure: Failure | null
  /** What is said where the server gave no reason. */
  readonly unknown: PlainKey
  /** Fields that show their violations themselves. */
  readonly shown: ReadonlyArray<string>
}

export const AccountFailure = ({ failure, unknown, shown }: Props) => {
  const t = useWords()
  if (failure === null) return null
  const isTold = failure._tag === "TooSoon" || (failure._tag === "Refused" && failure.violations.length > 0)
  if (isTold) return <FailureNotice failure={failure} shown={shown} />
  return (
    <Notice tone="bad">
      <p>{t(unknown)}</p>
    </Notice>
  )
}
