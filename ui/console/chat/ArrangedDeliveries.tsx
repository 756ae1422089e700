// What a chat is set up to deliver: what it is called, where it goes, and whether it also goes by itself.
import { arrangedDeliveries } from "../../../domain/actions/send-to-api/arranged.ts"
import type { Instruction } from "../../../domain/script/instruction.ts"
import { useWords } from "../../kit/words.tsx"
import { AutoDelivery } from "../outbound/AutoDelivery.tsx"
import classes from "./Deliveries.module.css"

export const ArrangedDeliveries = ({ instructions }: { readonly instructions: ReadonlyArray<Instruction> }) => {
  const t = useWords()
  const arranged = arrangedDeliveries(instructions)
  if (arranged.length === 0) return null
  return (
    <ul className={classes["list"]} aria-label={t("deliveries.arranged")}>
      {arranged.map(({ uuid, name, version, endpoint, wait }) => (
        <li key={uuid} className={classes["arranged"]}>
          <strong dir="auto">{name}</strong> <span className={classes["facts"]}>{t(`deliveries.version.${version}`)}</span>{" "}
          <AutoDelivery wait={wait} />
          <code className={classes["address"]}>{endpoint === "" ? t("deliveries.nowhere") : endpoint}</code>
        </li>
      ))}
    </ul>
  )
}
