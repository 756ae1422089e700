// The badge of a delivery that is also made by itself: after how long (spec/3-community §9 "Auto-delivery badge").
import { IconClockBolt } from "@tabler/icons-react"
import type { deliveryWait } from "../../../domain/actions/send-to-api/trigger.ts"
import { useWords } from "../../kit/words.tsx"
import classes from "./AutoDelivery.module.css"

type Props = { readonly wait: ReturnType<typeof deliveryWait>; readonly name?: string }

export const AutoDelivery = ({ wait, name = "" }: Props) => {
  const t = useWords()
  if (wait === undefined) return null
  return (
    <span className={classes["badge"]}>
      <IconClockBolt size={16} aria-hidden="true" />
      {t("outbound.auto", { wait: t(`outbound.wait.${wait.unit}`, { amount: wait.amount }) })}
      {name !== "" && <span dir="auto"> · {name}</span>}
    </span>
  )
}
