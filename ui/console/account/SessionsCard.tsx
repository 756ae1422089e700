// Where one is signed in, and signing out the others.
import { Button } from "@mantine/core"
import { useActorRef, useSelector } from "@xstate/react"
import type { openSessionsMachine } from "../../../machines/account/open-sessions.ts"
import { Card } from "../../kit/Card.tsx"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { useMoments } from "../../kit/moments.ts"
import { useWords } from "../../kit/words.tsx"
import classes from "./Account.module.css"

export const SessionsCard = ({ machine }: { readonly machine: typeof openSessionsMachine }) => {
  const t = useWords()
  const { minute } = useMoments()
  const actor = useActorRef(machine)
  const { sessions, failure, ended } = useSelector(actor, ({ context }) => context)
  const busy = useSelector(actor, (state) => state.hasTag("busy"))
  const failed = useSelector(actor, (state) => state.matches("failed"))
  return (
    <Card title={t("sessions.heading")}>
      <FailureNotice failure={failure} />
      {failed && (
        <Button variant="default" onClick={() => actor.send({ type: "list.retry" })}>
          {t("retry")}
        </Button>
      )}
      <ul className={classes["sessions"]}>
        {sessions.map(({ madeAt, seenAt, current }) => (
          <li key={`${madeAt} ${seenAt}`}>
            <span>{t(current ? "sessions.this" : "sessions.other")}</span>
            <span className={classes["quiet"]}>{t("sessions.times", { since: minute(madeAt), seen: minute(seenAt) })}</span>
          </li>
        ))}
      </ul>
      <output className={classes["quiet"]}>{ended ? t("sessions.ended") : sessions.length === 1 && t("sessions.only")}</output>
      {sessions.length > 1 && (
        <div className={classes["end"]}>
          <Button variant="default" loading={busy} onClick={() => actor.send({ type: "others.end" })}>
            {t("sessions.end")}
          </Button>
        </div>
      )}
    </Card>
  )
}
