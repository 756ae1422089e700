// Every save of a script, and the way to what one of them said.
import { Button } from "@mantine/core"
import { useSelector } from "@xstate/react"
import type { VersionsActor } from "../../../machines/chat/versions.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { useMoments } from "../../kit/moments.ts"
import { useWords } from "../../kit/words.tsx"
import classes from "./Chat.module.css"
import { VersionLook } from "./VersionLook.tsx"

export const Versions = ({ actor }: { readonly actor: VersionsActor }) => {
  const t = useWords()
  const { versions, restored, failure } = useSelector(actor, ({ context }) => context)
  const closed = useSelector(actor, (state) => state.matches("closed"))
  const failed = useSelector(actor, (state) => state.matches("failed"))
  const loading = useSelector(actor, (state) => state.matches("loading"))
  const hasMore = useSelector(actor, (state) => state.can({ type: "versions.more" }))
  return (
    <>
      <p className={classes["quiet"]}>{t("versions.text")}</p>
      {versions.length > 0 && <Table actor={actor} />}
      {failed && <FailureNotice failure={failure} />}
      <div className={classes["row"]}>
        {closed && (
          <Button variant="default" onClick={() => actor.send({ type: "versions.open" })}>
            {t("versions.open")}
          </Button>
        )}
        {(hasMore || loading) && (
          <Button variant="default" loading={loading} onClick={() => actor.send({ type: "versions.more" })}>
            {t("versions.more")}
          </Button>
        )}
        {failed && (
          <Button variant="default" onClick={() => actor.send({ type: "versions.retry" })}>
            {t("retry")}
          </Button>
        )}
        <output>{restored !== null && t("versions.restored", { revision: restored })}</output>
      </div>
      <VersionLook actor={actor} />
    </>
  )
}

const columns = ["revision", "savedAt", "savedBy", "name", "instructions"] as const
/** A region that scrolls can be reached with the keyboard (WCAG 2.1.1). */
const scrolling = { tabIndex: 0 } as const

const Table = ({ actor }: { readonly actor: VersionsActor }) => {
  const t = useWords()
  const { minute } = useMoments()
  const versions = useSelector(actor, ({ context }) => context.versions)
  return (
    <section className={classes["preview"]} aria-label={t("versions.table")} {...scrolling}>
      <table aria-label={t("versions.table")}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(`versions.column.${column}`)}
              </th>
            ))}
            <th scope="col">{t("chats.column.actions")}</th>
          </tr>
        </thead>
        <tbody>
          {versions.map(({ revision, savedAt, savedBy, name, instructions }, place) => (
            <tr key={revision}>
              <td>{revision}</td>
              <td>
                <time dateTime={savedAt}>{minute(savedAt)}</time>
              </td>
              <td>{savedBy ?? t("versions.nobody")}</td>
              <td title={name}>{name}</td>
              <td>{instructions}</td>
              <td>
                {place === 0 ? (
                  t("versions.current")
                ) : (
                  <Button
                    size="compact-xs"
                    variant="default"
                    aria-label={t("versions.look", { revision })}
                    onClick={() => actor.send({ type: "version.look", revision })}
                  >
                    {t("versions.look.short")}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
