// One delivery: why and where it went and how it stands; unfolded, what was sent, and each attempt with its answer.
import { Button } from "@mantine/core"
import { IconAlertTriangle, IconCircleCheck, IconClock } from "@tabler/icons-react"
import { useSelector } from "@xstate/react"
import { calledIn, type LoggedDelivery, mayDeliverAgain, readableBody } from "../../../domain/actions/send-to-api/logged.ts"
import type { Instruction } from "../../../domain/script/instruction.ts"
import type { DeliveriesActor } from "../../../machines/chat/deliveries.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { useMoments } from "../../kit/moments.ts"
import { useWords } from "../../kit/words.tsx"
import { Attempted, Verbatim } from "../outbound/Attempted.tsx"
import classes from "./Deliveries.module.css"

const icons = { due: IconClock, delivered: IconCircleCheck, failed: IconAlertTriangle } as const satisfies Record<
  LoggedDelivery["state"],
  unknown
>

type Props = { readonly actor: DeliveriesActor; readonly delivery: LoggedDelivery; readonly instructions: ReadonlyArray<Instruction> }

export const Delivery = ({ actor, delivery, instructions }: Props) => {
  const t = useWords()
  const { minute } = useMoments()
  const { id, instruction, reason, endpoint, state, madeAt, attempts } = delivery
  const isAim = useSelector(actor, ({ context }) => context.aim === id)
  const problem = useSelector(actor, ({ context }) => (context.aim === id ? context.problem : null))
  const sending = useSelector(actor, (snapshot) => snapshot.matches("sending"))
  const maySend = useSelector(actor, (snapshot) => snapshot.can({ type: "delivery.again", id }))
  const Icon = icons[state]
  const name = calledIn(instructions, instruction)
  return (
    <li className={classes["delivery"]}>
      <details>
        <summary>
          <span className={classes["state"]} data-state={state}>
            <Icon size={16} aria-hidden="true" /> {t(`deliveries.state.${state}`)}
          </span>{" "}
          <strong>{name}</strong>{" "}
          <span className={classes["facts"]}>
            <time dateTime={madeAt}>{minute(madeAt)}</time> · {t(`deliveries.reason.${reason}`)} ·{" "}
            {t("deliveries.attempts", { count: attempts.length })}
          </span>{" "}
          <code className={classes["address"]}>{endpoint}</code>
        </summary>
        <Inside delivery={delivery} />
      </details>
      {(mayDeliverAgain(delivery) || (sending && isAim)) && (
        <Button
          size="compact-sm"
          variant="default"
          className={classes["again"]}
          loading={sending && isAim}
          disabled={!maySend}
          aria-label={t("deliveries.again.of", { name, when: minute(madeAt) })}
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
  const t = useWords()
  return (
    <div className={classes["inside"]}>
      <h3>{t("deliveries.body")}</h3>
      {body === "" ? <p>{t("deliveries.body.none")}</p> : <Verbatim name={t("deliveries.body")} text={readableBody(body)} />}
      <h3>{t("deliveries.tries")}</h3>
      {attempts.length === 0 ? (
        <p>{t(state === "due" ? "deliveries.tries.none" : "deliveries.tries.broke-off")}</p>
      ) : (
        <ol>
          {attempts.map((it) => (
            <li key={it.at}>
              <Attempted attempt={it} />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
