// One delivery: why and where it went and how it stands; unfolded, what was sent, and each attempt with its answer.
import { Button, Skeleton } from "@mantine/core"
import { IconAlertTriangle, IconCircleCheck, IconClock } from "@tabler/icons-react"
import { useSelector } from "@xstate/react"
import {
  canRedeliver,
  deliveryNameIn,
  type LoggedDelivery,
  listConfiguredDeliveries,
  readableBody,
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

export const DeliveryLogEntry = ({ actor, delivery, instructions }: Props) => {
  const t = useTranslate()
  const { dayAndTime } = useDateFormat()
  const { id, instruction, reason, endpoint, state, madeAt, attempts } = delivery
  const isAim = useSelector(actor, ({ context }) => context.aim === id)
  const problem = useSelector(actor, ({ context }) => (context.aim === id ? context.problem : null))
  const sending = useSelector(actor, (snapshot) => snapshot.matches("sending"))
  const maySend = useSelector(actor, (snapshot) => snapshot.can({ type: "delivery.again", id }))
  const Icon = icons[state]
  const name = deliveryNameIn(instructions, instruction)
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
        <Inside delivery={delivery} />
      </details>
      {(canRedeliver(delivery) || (sending && isAim)) && (
        <Button
          size="compact-sm"
          variant="default"
          className={classes["again"]}
          loading={sending && isAim}
          disabled={!maySend}
          aria-label={t("deliveries.again.of", { name, when: dayAndTime(madeAt) })}
          onClick={() => actor.send({ type: "delivery.again", id })}
        >
          {t("deliveries.again")}
        </Button>
      )}
      <div className={classes["told"]}>
        <FailureNotice failure={problem} />
        <output>{isAim && !sending && problem === null && t("deliveries.again.done")}</output>
      </div>
    </li>
  )
}

const Inside = ({ delivery: { body, attempts, state } }: Pick<Props, "delivery">) => {
  const t = useTranslate()
  return (
    <div className={classes["inside"]}>
      <h3>{t("deliveries.body")}</h3>
      {body === "" ? <p>{t("deliveries.body.none")}</p> : <VerbatimText name={t("deliveries.body")} text={readableBody(body)} />}
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

// What a chat is set up to deliver: what it is called, where it goes, and whether it also goes by itself.

export const ConfiguredDeliveries = ({ instructions }: { readonly instructions: ReadonlyArray<Instruction> }) => {
  const t = useTranslate()
  const arranged = listConfiguredDeliveries(instructions)
  if (arranged.length === 0) return null
  return (
    <ul className={classes["list"]} aria-label={t("deliveries.arranged")}>
      {arranged.map(({ uuid, name, version, endpoint, wait }) => (
        <li key={uuid} className={classes["arranged"]}>
          <strong dir="auto">{name}</strong> <span className={classes["facts"]}>{t(`deliveries.version.${version}`)}</span>{" "}
          <AutoDeliveryBadge wait={wait} />
          <code className={classes["address"]}>{endpoint === "" ? t("deliveries.nowhere") : endpoint}</code>
        </li>
      ))}
    </ul>
  )
}

// What a chat sent to addresses outside: asked for, page by page, and sent again by hand.

type DeliveriesProps = { readonly actor: DeliveryLogActor; readonly instructions: ReadonlyArray<Instruction> }

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
          {loading && <span className="unseen">{t("shell.loading")}</span>}
          {empty && t("deliveries.none")}
        </output>
      </div>
    </>
  )
}
