// Why the last try came to nothing, where no field says it (spec/1-console §8).
import type { PlainKey, Words } from "../../../domain/catalogue/catalogue.ts"
import type { Failure } from "../../../domain/failure.ts"
import { Notice } from "../../kit/Notice.tsx"
import { useWords } from "../../kit/words.tsx"
import type { SignInView } from "./door.ts"

type Failed = Failure["_tag"]

const atCredentials: Partial<Record<Failed, PlainKey>> = {
  SignedOut: "sign-in.not-found",
  Forbidden: "sign-in.token",
  Unreachable: "failure.unreachable.kept",
}
const atCode: Partial<Record<Failed, PlainKey>> = {
  SignedOut: "sign-in.code.expired",
  Forbidden: "sign-in.code.invalid",
  Unreachable: "failure.unreachable.kept",
}

export const SignInFailure = ({ view }: { readonly view: SignInView }) => {
  const t = useWords()
  const { failure, failedAt, violations } = view
  if (failure === null || violations.length > 0) return null
  if (failure === "TooSoon") return view.waiting ? <Notice tone="bad">{<p>{wait(t, view.secondsLeft)}</p>}</Notice> : null
  const text = failedAt === "code" ? (atCode[failure] ?? "TOTP.SUBMIT.FAILURE") : (atCredentials[failure] ?? "LOGIN.SUBMIT.FAILURE")
  return (
    <Notice tone="bad" title={t(failure === "Unreachable" ? "failure.Unreachable" : "sign-in.failed")}>
      <p>{t(text)}</p>
    </Notice>
  )
}

const wait = (t: Words, seconds: number): string =>
  seconds > 90 ? t("sign-in.too-many.minutes", { minutes: Math.ceil(seconds / 60) }) : t("sign-in.too-many", { seconds })
