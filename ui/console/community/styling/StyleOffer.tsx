// Edits of an earlier visit that the server does not have: how many, and the way back to them or past them.
import { Button, Title } from "@mantine/core"
import { useSelector } from "@xstate/react"
import { isLeftContested, leftBehind } from "../../../../machines/styling/setup.ts"
import type { StylingActor } from "../../../../machines/styling/styling.ts"
import { useMoments } from "../../../kit/moments.ts"
import { useWords } from "../../../kit/words.tsx"
import classes from "./Styling.module.css"

export const StyleOffer = ({ actor }: { readonly actor: StylingActor }) => {
  const t = useWords()
  const { minute } = useMoments()
  const at = useSelector(actor, ({ context }) => context.left?.at)
  const count = useSelector(actor, ({ context }) => leftBehind(context))
  const isContested = useSelector(actor, ({ context }) => isLeftContested(context))
  return (
    <section className={classes["offer"]} aria-labelledby="style-offer">
      <Title order={1} size="h2" id="style-offer">
        {t("styling.offer.title")}
      </Title>
      {at !== undefined && <p>{t("styling.offer.text", { count, date: minute(at) })}</p>}
      <p>{t(isContested ? "styling.offer.contested" : "styling.offer.stays")}</p>
      <div className={classes["ways"]}>
        <Button onClick={() => actor.send({ type: "left.restore" })}>{t("styling.offer.restore")}</Button>
        <Button variant="default" color="red" onClick={() => actor.send({ type: "left.discard" })}>
          {t("styling.offer.discard")}
        </Button>
      </div>
    </section>
  )
}
