// The consent to clearing, whatever is cleared: with what goes, as far as the token tells it (spec/3-community §4 "Clear actions").
import { useSelector } from "@xstate/react"
import type { Anonymised, ChatDetailsActor } from "../../../machines/chat/chat-details.ts"
import { Notice } from "../../kit/Notice.tsx"
import { useWords } from "../../kit/words.tsx"
import { TwoStepDeletion } from "../TwoStepDeletion.tsx"
import classes from "./Chat.module.css"

type Props = { readonly actor: ChatDetailsActor; readonly name: string }

export const ClearingConsent = ({ actor, name }: Props) => {
  const t = useWords()
  const clearing = useSelector(actor, ({ children }) => children.clearing)
  const what = useSelector(actor, ({ context }) => context.clearing)
  return (
    <TwoStepDeletion
      deletion={clearing}
      title={t(`chat.clear.${what}`)}
      question={() => (what === "statistics" ? t("chat.clear.question.statistics") : t(`chat.clear.question.${what}`, { name }))}
      deed={t(what === "identities" ? "chat.anonymise.deed" : "chat.clear.deed")}
      preview={({ identities }) => identities !== null && <Preview goes={identities} />}
      failed={(failure) =>
        failure !== null && (
          <Notice tone="bad">
            <p>{t("chat.clear.again")}</p>
          </Notice>
        )
      }
    />
  )
}

const gone = ["links", "files", "deliveries"] as const

const Preview = ({ goes }: { readonly goes: Anonymised }) => {
  const t = useWords()
  return (
    <ul className={classes["goes"]}>
      <li>{t("chat.anonymise.conversations", { count: goes.conversations })}</li>
      {gone.map((kind) => goes[kind] > 0 && <li key={kind}>{t(`chat.anonymise.${kind}`, { count: goes[kind] })}</li>)}
      <li>{t("chat.anonymise.stays")}</li>
    </ul>
  )
}
