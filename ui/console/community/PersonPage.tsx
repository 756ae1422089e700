// [P1, P3–P5] Finds a person among a community's respondents, to export or erase their data.
import { Button, Skeleton, TextInput, Title, VisuallyHidden } from "@mantine/core"
import { IconCircleCheck, IconDownload, IconSearch } from "@tabler/icons-react"
import { Link } from "@tanstack/react-router"
import { useActorRef, useSelector } from "@xstate/react"
import { useId } from "react"
import { classifyPersonQuery, type ErasureReceipt, maxPeopleFound, personQueryViolations } from "../../../domain/privacy/person-search.ts"
import type { PeopleActor } from "../../../machines/community/person-search-machine.ts"
import { CopyButton } from "../../kit/CopyButton.tsx"
import { FactList } from "../../kit/FactList.tsx"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { focusOnMount } from "../../kit/focus-hooks.ts"
import { changedText, useFormFields } from "../../kit/form-fields.ts"
import { useDateFormat, useTranslate } from "../../kit/i18n.tsx"
import { Notice } from "../../kit/Notice.tsx"
import type { CommunityMachines } from "../console-services.tsx"
import community from "./Community.module.css"
import { CommunityLayout } from "./CommunityLayout.tsx"
import { ErasePersonDialog, PersonCard } from "./PersonCard.tsx"
import classes from "./PersonPage.module.css"

type ReceiptProps = {
  readonly receipt: ErasureReceipt
  readonly slug: string
  readonly onSave: (slug: string, text: string) => void
}

const countKinds = ["conversations", "answered", "files", "deliveries"] as const

/** [P4] Receipt of an erasure: number, time and counts. It contains nothing that identifies the person. */
export const ErasureReceiptCard = ({ receipt, slug, onSave }: ReceiptProps) => {
  const t = useTranslate()
  const { dayAndTime } = useDateFormat()
  const id = useId()
  const lines = [
    { label: t("person.receipt.number"), text: receipt.receipt },
    { label: t("person.receipt.at"), text: receipt.erasedAt, shown: dayAndTime(receipt.erasedAt) },
    { label: t("person.receipt.community"), text: slug },
    ...countKinds.map((kind) => ({ label: t(`person.receipt.${kind}`), text: String(receipt[kind]) })),
  ]
  const text = [t("person.receipt"), ...lines.map((line) => `${line.label}: ${line.text}`), ""].join("\n")
  return (
    <section className={classes["receipt"]} aria-labelledby={id}>
      <Title order={2} size="h3" id={id} tabIndex={-1} ref={focusOnMount}>
        <IconCircleCheck size={22} aria-hidden="true" />
        {t("person.receipt")}
      </Title>
      <p>{t("person.receipt.text")}</p>
      <FactList facts={lines.map(({ label, text: lineText, shown = lineText }) => ({ label, value: shown }))} />
      <div className={classes["actions"]}>
        <CopyButton text={text} label={t("person.receipt.copy")} done={t("person.receipt.copied")} />
        <Button variant="default" size="xs" leftSection={<IconDownload size={16} aria-hidden="true" />} onClick={() => onSave(slug, text)}>
          {t("person.receipt.save")}
        </Button>
      </div>
    </section>
  )
}

type Props = {
  readonly machines: CommunityMachines
  readonly slug: string
  /** The query to search for immediately, or an empty string. */
  readonly query: string
}

export const PersonPage = (props: Props) => (
  <CommunityLayout slug={props.slug} right="community.people">
    <Search {...props} />
  </CommunityLayout>
)

const Search = ({ machines, slug, query: text }: Props) => {
  const t = useTranslate()
  const actor = useActorRef(machines.people, { input: { slug, text } })
  const { receipt, begun } = useSelector(actor, ({ context }) => context)
  return (
    <>
      <div className={community["heading"]}>
        <Title order={1} size="h2">
          {t("person.heading")}
        </Title>
      </div>
      <p className={community["quiet"]}>{t("person.text")}</p>
      <Field key={begun} actor={actor} />
      {receipt !== null && <ErasureReceiptCard key={receipt.receipt} receipt={receipt} slug={slug} onSave={machines.saveReceipt} />}
      <Results actor={actor} slug={slug} />
      <ErasePersonDialog actor={actor} />
    </>
  )
}

const validateQuery = ({ text = "" }: Readonly<Record<string, string>>) => personQueryViolations(text)

const Field = ({ actor }: { readonly actor: PeopleActor }) => {
  const t = useTranslate()
  const query = useSelector(actor, ({ context }) => context.text)
  const finding = useSelector(actor, (state) => state.hasTag("searching"))
  const { values, field, submit, setValue } = useFormFields({ text: query }, validateQuery, () => undefined)
  const queryType = classifyPersonQuery(values["text"] ?? "")
  const fieldProps = field("text")
  return (
    <search>
      <form className={classes["field"]} noValidate onSubmit={submit(({ text = "" }) => actor.send({ type: "person.search", text }))}>
        <TextInput
          type="search"
          label={t("person.by")}
          description={fieldProps.error === undefined && (queryType === null ? t("person.by.help") : t(`person.looks.${queryType}`))}
          autoComplete="off"
          spellCheck={false}
          maxLength={2000}
          leftSection={<IconSearch size={18} aria-hidden="true" />}
          {...fieldProps}
          onChange={(event) => setValue("text", changedText(event))}
        />
        <Button type="submit" loading={finding}>
          {t("person.find")}
        </Button>
      </form>
    </search>
  )
}

const Results = ({ actor, slug }: { readonly actor: PeopleActor; readonly slug: string }) => {
  const t = useTranslate()
  const { sought: query, people, target, failure } = useSelector(actor, ({ context }) => context)
  const finding = useSelector(actor, (state) => state.hasTag("searching"))
  const stuck = useSelector(actor, (state) => state.matches("failed"))
  const queryType = query === null ? null : classifyPersonQuery(query)
  const isDone = query !== null && !finding && !stuck
  return (
    <>
      <output className={people.length > 1 ? classes["found"] : VisuallyHidden.classes["root"]}>
        {finding && t("person.finding")}
        {isDone && people.length > 0 && t("person.found", { count: people.length })}
      </output>
      {finding && <Skeleton height={240} radius="lg" />}
      {stuck && (
        <>
          <FailureNotice failure={failure} />
          <div>
            <Button variant="default" onClick={() => actor.send({ type: "person.search", text: query ?? "" })}>
              {t("retry")}
            </Button>
          </div>
        </>
      )}
      {isDone && people.length === 0 && queryType !== null && (
        <Notice tone="quiet" title={t(`person.none.${queryType}`)}>
          {queryType === "phone" && <p>{t("person.none.phone.help")}</p>}
          {queryType === "word" && (
            <p>
              {t("person.none.word.help")}{" "}
              <Link to="/$communitySlug/members" params={{ communitySlug: slug }}>
                {t("person.none.members")}
              </Link>
            </p>
          )}
        </Notice>
      )}
      {people.length > 1 && (
        <Notice tone="warning" title={t("person.several")}>
          {people.length >= maxPeopleFound && <p>{t("person.several.most", { most: maxPeopleFound })}</p>}
        </Notice>
      )}
      {people.map((person) => (
        <PersonCard
          key={person.uuid}
          actor={actor}
          slug={slug}
          person={person}
          failure={target?.uuid === person.uuid && !stuck ? failure : null}
        />
      ))}
    </>
  )
}
