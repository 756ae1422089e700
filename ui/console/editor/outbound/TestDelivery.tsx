// A delivery on trial: sent at once, with what came of it.
import { Button } from "@mantine/core"
import { IconSend } from "@tabler/icons-react"
import { useSelector } from "@xstate/react"
import type { DeliveryWizardActor } from "../../../../machines/editor/outbound/delivery-wizard.ts"
import { FailureNotice } from "../../../kit/FailureNotice.tsx"
import { Notice } from "../../../kit/Notice.tsx"
import { useWords } from "../../../kit/words.tsx"
import { Attempted } from "../../outbound/Attempted.tsx"
import classes from "./outbound.module.css"

export const TestDelivery = ({ actor }: { readonly actor: DeliveryWizardActor }) => {
  const t = useWords()
  const tested = useSelector(actor, ({ context }) => context.tested)
  const failure = useSelector(actor, ({ context }) => context.testFailure)
  const testing = useSelector(actor, (state) => state.hasTag("testing"))
  const mayTest = useSelector(actor, (state) => state.can({ type: "delivery.test" }))
  const attempt = tested?.attempts.at(-1)
  return (
    <div className={classes["try"]}>
      <div className={classes["row"]}>
        <Button
          variant="default"
          leftSection={<IconSend size={16} aria-hidden="true" />}
          loading={testing}
          disabled={!mayTest && !testing}
          onClick={() => actor.send({ type: "delivery.test" })}
        >
          {t("outbound.try")}
        </Button>
      </div>
      <p className={classes["quiet"]}>{t("outbound.try.help")}</p>
      <FailureNotice failure={failure} />
      {tested !== null && attempt !== undefined && (
        <Notice
          tone={tested.state === "delivered" ? "good" : "bad"}
          title={t(tested.state === "delivered" ? "outbound.try.delivered" : "outbound.try.failed")}
        >
          <Attempted attempt={attempt} />
        </Notice>
      )}
    </div>
  )
}
