// A list of chats that are up for removal, and the way to each one's dates.
import { Button, Title } from "@mantine/core"
import { IconPencil } from "@tabler/icons-react"
import { useActorRef, useSelector } from "@xstate/react"
import { cutName, shownNames } from "../../../domain/script/overview.ts"
import type { RemovalsActor } from "../../../machines/removal/removals.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { Loading } from "../../kit/Loading.tsx"
import { useMoments } from "../../kit/moments.ts"
import { useWords } from "../../kit/words.tsx"
import classes from "../community/Community.module.css"
import type { RemovalMachines } from "./machines.ts"
import { RemovalEdit } from "./RemovalEdit.tsx"
import own from "./Removals.module.css"

type Props = { readonly machines: RemovalMachines; readonly slug: string | null }

export const Removals = ({ machines, slug }: Props) => {
  const t = useWords()
  const actor = useActorRef(machines.removals, { input: { slug, today: machines.today() } })
  const { rows, failure, news } = useSelector(actor, ({ context }) => context)
  const state = useSelector(actor, ({ value }) => value)
  const isListed = state !== "loading" && state !== "failed"
  return (
    <>
      <div className={classes["heading"]}>
        <Title order={1} size="h2">
          {t("removals.heading")}
        </Title>
        {isListed && <span className={classes["count"]}>{t("removals.count", { count: rows.length })}</span>}
        <output className={classes["news"]}>
          {news !== null && t(news.removalProcedure ? "removals.saved" : "removals.taken-off", { name: news.name })}
        </output>
      </div>
      <p className={classes["quiet"]}>{t("removals.text")}</p>
      {state === "loading" && <Loading height={240} />}
      {state === "failed" && (
        <>
          <FailureNotice failure={failure} />
          <div>
            <Button variant="default" onClick={() => actor.send({ type: "list.retry" })}>
              {t("retry")}
            </Button>
          </div>
        </>
      )}
      {isListed && rows.length === 0 && <p className={classes["none"]}>{t("removals.none")}</p>}
      {isListed && rows.length > 0 && <Table actor={actor} isOfAll={slug === null} />}
      <RemovalEdit actor={actor} />
    </>
  )
}

const scrolling = { tabIndex: 0 } as const

const Table = ({ actor, isOfAll }: { readonly actor: RemovalsActor; readonly isOfAll: boolean }) => {
  const t = useWords()
  const { day } = useMoments()
  const rows = useSelector(actor, ({ context }) => context.rows)
  const when = (instant: string | null) => (instant === null ? "–" : day(instant))
  const columns = [...(isOfAll ? (["community"] as const) : []), "name", "closed", "warning", "removal"] as const
  return (
    // A region that scrolls can be reached with the keyboard (WCAG 2.1.1).
    <section className={classes["frame"]} aria-label={t("removals.heading")} {...scrolling}>
      <table className={`${classes["table"]} ${classes["stacked"]}`} aria-label={t("removals.heading")}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(`removals.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.uuid}>
              {isOfAll && <td data-label={t("removals.column.community")}>{row.communityName}</td>}
              <td data-label={t("removals.column.name")}>
                <button
                  type="button"
                  className={own["open"]}
                  title={row.name}
                  aria-label={t("removals.edit", { name: row.name })}
                  onClick={() => actor.send({ type: "row.open", row })}
                >
                  {cutName(row.name, shownNames.removals)}
                  <IconPencil size={18} aria-hidden="true" />
                </button>
              </td>
              <td data-label={t("removals.column.closed")}>{when(row.closedDate)}</td>
              <td data-label={t("removals.column.warning")}>{when(row.removalWarningDate)}</td>
              <td data-label={t("removals.column.removal")}>{when(row.deletedDate)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
