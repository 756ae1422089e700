// Erasing a person, in two steps: what goes is told with the token (decisions P4).
import { useSelector } from "@xstate/react"
import { type PersonHoldings, personName } from "../../../../domain/privacy/person.ts"
import { Notice } from "../../../kit/Notice.tsx"
import { useWords } from "../../../kit/words.tsx"
import { TwoStepDeletion } from "../../TwoStepDeletion.tsx"
import classes from "./Person.module.css"
import type { PeopleActor } from "./Person.tsx"

export const ErasePerson = ({ actor }: { readonly actor: PeopleActor }) => {
  const t = useWords()
  const erasure = useSelector(actor, ({ children }) => children.erasure)
  const hasProfile = useSelector(erasure, (state) => state !== undefined && state.context.target.person.member !== null)
  return (
    <TwoStepDeletion
      deletion={erasure}
      title={t("person.erase.title")}
      question={({ person }) => {
        const name = personName(person)
        return name === null ? t("person.erase.question.unnamed") : t("person.erase.question", { name })
      }}
      deed={t("person.erase.deed")}
      preview={(goes) => <Preview goes={goes} hasProfile={hasProfile} />}
      failed={(failure) =>
        failure !== null && (
          <Notice tone="bad">
            <p>{t("person.erase.again")}</p>
          </Notice>
        )
      }
    />
  )
}

const Preview = ({ goes, hasProfile }: { readonly goes: PersonHoldings; readonly hasProfile: boolean }) => {
  const t = useWords()
  const { conversations, answered, files, deliveries } = goes
  return (
    <>
      <ul className={classes["goes"]}>
        {hasProfile && <li>{t("person.erase.profile")}</li>}
        <li>
          {t("person.conversations", { count: conversations })}
          {conversations > 0 && `, ${t("person.answered", { count: answered })}`}
        </li>
        {files > 0 && <li>{t("person.files", { count: files })}</li>}
        {deliveries > 0 && <li>{t("person.erase.deliveries", { count: deliveries })}</li>}
      </ul>
      <p className={classes["stays"]}>{t("person.erase.stays")}</p>
    </>
  )
}
