// The deliveries of a chat: those configured in its script, and the log of those sent, which can be sent again.
import { Button, Skeleton, VisuallyHidden } from "@mantine/core"
import { IconAlertTriangle, IconCircleCheck, IconClock } from "@tabler/icons-react"
import { useSelector } from "@xstate/react"
import {
  canRedeliver,
  findDeliveryName,
  formatBody,
  type LoggedDelivery,
  listConfiguredDeliveries,
} from "../../../domain/actions/delivery.ts"
import type { Instruction } from "../../../domain/script/instruction.ts"
import type { DeliveryLogActor } from "../../../machines/chat/delivery-log-machine.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { useDateFormat, useTranslate } from "../../kit/i18n.tsx"
import { AutoDeliveryBadge, DeliveryAttemptDetails, VerbatimText } from "../deliveries/DeliveryDisplay.tsx"
import chatDetailsClasses from "./ChatDetails.module.css"
import classes from "./DeliveryLog.module.css"

const icons = { due: IconClock, delivered: IconCircleCheck, failed: IconAlertTriangle } as const satisfies Record<
  LoggedDelivery["state"],
  unknown
>

type Props = { readonly actor: DeliveryLogActor; readonly delivery: LoggedDelivery; readonly instructions: ReadonlyArray<Instruction> }

/** A log entry: reason, endpoint and state; expanded, the body that was sent and every attempt with its response. */
export const DeliveryLogEntry = ({ actor, delivery, instructions }: Props) => {
  const t = useTranslate()
  const { dayAndTime } = useDateFormat()
  const { id, instruction, reason, endpoint, state, madeAt, attempts } = delivery
  const isTarget = useSelector(actor, ({ context }) => context.resendId === id)
  const problem = useSelector(actor, ({ context }) => (context.resendId === id ? context.problem : null))
  const sending = useSelector(actor, (snapshot) => snapshot.matches("sending"))
  const maySend = useSelector(actor, (snapshot) => snapshot.can({ type: "delivery.resend", id }))
  const Icon = icons[state]
  const name = findDeliveryName(instructions, instruction)
  return (
    <li className={classes["delivery"]}>
      <details>
        <summary>
          <span className={classes["state"]} data-state={state}>
            <Icon size={16} aria-hidden="true" /> {t(`deliveries.state.${state}`)}
          </span>{" "}
          <strong>{name}</strong>{" "}
          <span className={classes["facts"]}>
            <time dateTime={madeAt}>{dayAndTime(madeAt)}</time> · {t(`deliveries.reason.${reason}`)} ·{" "}
            {t("deliveries.attempts", { count: attempts.length })}
          </span>{" "}
          <code className={classes["address"]}>{endpoint}</code>
        </summary>
        <DeliveryContent delivery={delivery} />
      </details>
      {(canRedeliver(delivery) || (sending && isTarget)) && (
        <Button
          size="compact-sm"
          variant="default"
          className={classes["again"]}
          loading={sending && isTarget}
          disabled={!maySend}
          aria-label={t("deliveries.again.of", { name, when: dayAndTime(madeAt) })}
          onClick={() => actor.send({ type: "delivery.resend", id })}
        >
          {t("deliveries.again")}
        </Button>
      )}
      <div className={classes["told"]}>
        <FailureNotice failure={problem} />
        <output>{isTarget && !sending && problem === null && t("deliveries.again.done")}</output>
      </div>
    </li>
  )
}

const DeliveryContent = ({ delivery: { body, attempts, state } }: Pick<Props, "delivery">) => {
  const t = useTranslate()
  return (
    <div className={classes["inside"]}>
      <h3>{t("deliveries.body")}</h3>
      {body === "" ? <p>{t("deliveries.body.none")}</p> : <VerbatimText name={t("deliveries.body")} text={formatBody(body)} />}
      <h3>{t("deliveries.tries")}</h3>
      {attempts.length === 0 ? (
        <p>{t(state === "due" ? "deliveries.tries.none" : "deliveries.tries.broke-off")}</p>
      ) : (
        <ol>
          {attempts.map((it) => (
            <li key={it.at}>
              <DeliveryAttemptDetails attempt={it} />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

/** The deliveries configured in a script: name, endpoint, and whether they are also sent automatically. */
export const ConfiguredDeliveries = ({ instructions }: { readonly instructions: ReadonlyArray<Instruction> }) => {
  const t = useTranslate()
  const configured = listConfiguredDeliveries(instructions)
  if (configured.length === 0) return null
  return (
    <ul className={classes["list"]} aria-label={t("deliveries.arranged")}>
      {configured.map(({ uuid, name, version, endpoint, wait }) => (
        <li key={uuid} className={classes["arranged"]}>
          <strong dir="auto">{name}</strong> <span className={classes["facts"]}>{t(`deliveries.version.${version}`)}</span>{" "}
          <AutoDeliveryBadge wait={wait} />
          <code className={classes["address"]}>{endpoint === "" ? t("deliveries.no-address") : endpoint}</code>
        </li>
      ))}
    </ul>
  )
}

type DeliveriesProps = { readonly actor: DeliveryLogActor; readonly instructions: ReadonlyArray<Instruction> }

/** The delivery log, loaded page by page. */
export const DeliveryLog = ({ actor, instructions }: DeliveriesProps) => {
  const t = useTranslate()
  const { deliveries, failure, before } = useSelector(actor, ({ context }) => context)
  const closed = useSelector(actor, (state) => state.matches("closed"))
  const loading = useSelector(actor, (state) => state.matches("loading"))
  const failed = useSelector(actor, (state) => state.matches("failed"))
  const empty = useSelector(actor, (state) => state.matches("ready")) && deliveries.length === 0
  const hasMore = useSelector(actor, (state) => state.can({ type: "deliveries.more" }))
  const mayRefresh = useSelector(actor, (state) => state.can({ type: "deliveries.refresh" }))
  const isGrowing = before !== null
  return (
    <>
      <ConfiguredDeliveries instructions={instructions} />
      <p className={chatDetailsClasses["quiet"]}>{t("deliveries.text")}</p>
      {loading && deliveries.length === 0 && <Skeleton height={96} radius="md" />}
      {deliveries.length > 0 && (
        <ul className={classes["list"]} aria-label={t("deliveries.list")}>
          {deliveries.map((it) => (
            <DeliveryLogEntry key={it.id} actor={actor} delivery={it} instructions={instructions} />
          ))}
        </ul>
      )}
      <FailureNotice failure={failure} />
      <div className={chatDetailsClasses["row"]}>
        {failed ? (
          <Button variant="default" onClick={() => actor.send({ type: "deliveries.retry" })}>
            {t("retry")}
          </Button>
        ) : (
          <>
            {(hasMore || (loading && isGrowing)) && (
              <Button variant="default" loading={loading} onClick={() => actor.send({ type: "deliveries.more" })}>
                {t("deliveries.more")}
              </Button>
            )}
            <Button
              variant="default"
              loading={loading && !isGrowing}
              disabled={!closed && !mayRefresh}
              onClick={() => actor.send({ type: closed ? "deliveries.open" : "deliveries.refresh" })}
            >
              {closed ? t("deliveries.open") : t("deliveries.refresh")}
            </Button>
          </>
        )}
        <output>
          {loading && <VisuallyHidden>{t("shell.loading")}</VisuallyHidden>}
          {empty && t("deliveries.none")}
        </output>
      </div>
    </>
  )
}
