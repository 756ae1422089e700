// Asks before what was written in a dialog is dropped. Whoever does not drop it is back in the field that they came from.
import { useState } from "react"
import { Consent } from "./Consent.tsx"
import { useWords } from "./words.tsx"

type Props = {
  readonly onDrop: () => void
  readonly onKeep: () => void
}

/** Not to be there before it asks: the key that closes the dialog below would close it too. */
export const DropConsent = ({ onDrop, onKeep }: Props) => {
  const t = useWords()
  const [origin] = useState(() => document.activeElement)
  const keep = () => {
    onKeep()
    if (origin instanceof HTMLElement) origin.focus()
  }
  return (
    <Consent
      title={t("form.closing.title")}
      question={t("form.closing.question")}
      deed={t("form.closing.deed")}
      destroys
      onGive={onDrop}
      onRefuse={keep}
    />
  )
}
