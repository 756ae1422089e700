// What a chat sent to addresses outside: asked for, page by page, and sent again by hand.
import { Button, Skeleton } from "@mantine/core"
import { useSelector } from "@xstate/react"
import type { Instruction } from "../../../domain/script/instruction.ts"
import type { DeliveriesActor } from "../../../machines/chat/deliveries.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { useWords } from "../../kit/words.tsx"
import { ArrangedDeliveries } from "./ArrangedDeliveries.tsx"
import classes from "./Chat.module.css"
import log from "./Deliveries.module.css"
import { Delivery } from "./Delivery.tsx"

type Props = { readonly actor: DeliveriesActor; readonly instructions: ReadonlyArray<Instruction> }

export const Deliveries = ({ actor, instructions }: Props) => {
  const t = useWords()
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
      <ArrangedDeliveries instructions={instructions} />
      <p className={classes["quiet"]}>{t("deliveries.text")}</p>
      {loading && deliveries.length === 0 && <Skeleton height={96} radius="md" />}
      {deliveries.length > 0 && (
        <ul className={log["list"]} aria-label={t("deliveries.list")}>
          {deliveries.map((it) => (
            <Delivery key={it.id} actor={actor} delivery={it} instructions={instructions} />
          ))}
        </ul>
      )}
      <FailureNotice failure={failure} />
      <div className={classes["row"]}>
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
