// The stored data of one person: profile, counts and chats, with export [P3] and erasure [P4].

import { Button } from "@mantine/core"
import { IconDownload, IconEraser } from "@tabler/icons-react"
import { Link } from "@tanstack/react-router"
import { useSelector } from "@xstate/react"
import type { Failure } from "../../../domain/failures/failure.ts"
import { type FoundPerson, getPersonName, type PersonalDataCounts } from "../../../domain/privacy/person-search.ts"
import type { PeopleActor } from "../../../machines/community/person-search-machine.ts"
import { Card } from "../../kit/Card.tsx"
import { DeletionDialog } from "../../kit/DeletionDialog.tsx"
import { FactList } from "../../kit/FactList.tsx"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { useTranslate } from "../../kit/i18n.tsx"
import classes from "./PersonPage.module.css"

type Props = {
  readonly actor: PeopleActor
  readonly slug: string
  readonly person: FoundPerson
  /** Why the data export failed. */
  readonly failure: Failure | null
}

export const PersonCard = ({ actor, slug, person, failure }: Props) => {
  const t = useTranslate()
  const target = useSelector(actor, ({ context }) => context.target)
  const saved = useSelector(actor, ({ context }) => context.saved)
  const packing = useSelector(actor, (state) => state.hasTag("exporting"))
  const isPacking = packing && target?.uuid === person.uuid
  return (
    <Card title={getPersonName(person) ?? t("person.unnamed")}>
      <div className={classes["facts"]}>
        <Profile person={person} />
        <StoredCounts person={person} />
        <Chats person={person} slug={slug} />
      </div>
      <FailureNotice failure={failure} />
      <div className={classes["actions"]}>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden="true" />}
          loading={isPacking}
          disabled={packing && !isPacking}
          onClick={() => actor.send({ type: "person.export", person })}
        >
          {t("person.pack")}
        </Button>
        {isPacking && (
          <Button variant="default" onClick={() => actor.send({ type: "export.cancel" })}>
            {t("person.packing.cancel")}
          </Button>
        )}
        <span className={classes["aside"]}>
          <output>{saved?.uuid === person.uuid && t("person.saved", { name: saved.name })}</output>
          {saved?.uuid !== person.uuid && t("person.pack.text")}
        </span>
        <Button
          variant="light"
          color="red"
          leftSection={<IconEraser size={18} aria-hidden="true" />}
          // Not disabled while erasing: the dialog returns the focus to this button.
          disabled={packing}
          onClick={() => actor.send({ type: "person.erase", person })}
        >
          {t("person.erase")}
        </Button>
      </div>
    </Card>
  )
}

const profileFields = ["external_id", "firstname", "lastname", "email", "phone", "dateofbirth"] as const

const Profile = ({ person: { uuid, member } }: { readonly person: FoundPerson }) => {
  const t = useTranslate()
  return (
    <div className={classes["fact"]}>
      <h3>{t("person.profile")}</h3>
      {member === null ? (
        <p>{t("person.profile.none")}</p>
      ) : (
        <FactList
          facts={[
            ...profileFields.flatMap((column) =>
              member[column] === null ? [] : [{ label: t(`members.column.${column}`), value: member[column] }],
            ),
            { label: t("person.uuid"), value: uuid },
          ]}
        />
      )}
    </div>
  )
}

const StoredCounts = ({ person: { conversations, answered, files, deliveries } }: { readonly person: FoundPerson }) => {
  const t = useTranslate()
  return (
    <div className={classes["fact"]}>
      <h3>{t("person.held")}</h3>
      <ul>
        <li>
          {t("person.conversations", { count: conversations })}
          {conversations > 0 && `, ${t("person.answered", { count: answered })}`}
        </li>
        <li>{t("person.files", { count: files })}</li>
        <li>{t("person.deliveries", { count: deliveries })}</li>
      </ul>
    </div>
  )
}

const Chats = ({ person: { chats }, slug }: { readonly person: FoundPerson; readonly slug: string }) => {
  const t = useTranslate()
  return (
    <div className={classes["fact"]}>
      <h3>{t("person.chats")}</h3>
      {chats.length === 0 ? (
        <p>{t("person.chats.none")}</p>
      ) : (
        <ul>
          {chats.map(({ uuid, name, conversations }) => (
            <li key={uuid}>
              <Link to="/chats/$communitySlug/$scriptUuid" params={{ communitySlug: slug, scriptUuid: uuid }}>
                {name}
              </Link>{" "}
              <span className={classes["count"]}>{t("person.conversations", { count: conversations })}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** [P4] Erases a person in two steps; the token comes with the counts of what will be erased. */
export const ErasePersonDialog = ({ actor }: { readonly actor: PeopleActor }) => {
  const t = useTranslate()
  const erasure = useSelector(actor, ({ children }) => children.erasure)
  const hasProfile = useSelector(erasure, (state) => state !== undefined && state.context.target.person.member !== null)
  return (
    <DeletionDialog
      deletion={erasure}
      title={t("person.erase.title")}
      question={({ person }) => {
        const name = getPersonName(person)
        return name === null ? t("person.erase.question.unnamed") : t("person.erase.question", { name })
      }}
      confirmLabel={t("person.erase.confirm")}
      renderPreview={(counts) => <ErasurePreview counts={counts} hasProfile={hasProfile} />}
    />
  )
}

const ErasurePreview = ({ counts, hasProfile }: { readonly counts: PersonalDataCounts; readonly hasProfile: boolean }) => {
  const t = useTranslate()
  const { conversations, answered, files, deliveries } = counts
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
