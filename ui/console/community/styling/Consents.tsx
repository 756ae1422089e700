// What is asked: whether changes may be lost, and whether a save is tried again (spec/3-community §8).
import { Consent } from "../../../kit/Consent.tsx"
import { FailureNotice } from "../../../kit/FailureNotice.tsx"
import { useWords } from "../../../kit/words.tsx"
import { useStyled, useStyling } from "./configuring.tsx"

export const LeaveConsent = () => {
  const t = useWords()
  const actor = useStyling()
  const asks = useStyled((_, snapshot) => snapshot.hasTag("asks-to-leave"))
  return (
    <Consent
      title={t("styling.leave.title")}
      question={asks ? t("styling.leave.question") : null}
      deed={t("styling.leave.give")}
      destroys
      onGive={() => actor.send({ type: "leave.give" })}
      onRefuse={() => actor.send({ type: "leave.refuse" })}
    />
  )
}

export const RetryConsent = () => {
  const t = useWords()
  const actor = useStyling()
  const asks = useStyled((_, snapshot) => snapshot.hasTag("asks-to-retry"))
  const failure = useStyled((context) => context.failure)
  return (
    <Consent
      title={t("styling.retry.title")}
      question={asks ? t("styling.retry.question") : null}
      deed={t("retry")}
      onGive={() => actor.send({ type: "retry.give" })}
      onRefuse={() => actor.send({ type: "retry.refuse" })}
    >
      <FailureNotice failure={failure} />
    </Consent>
  )
}
