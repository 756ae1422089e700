// The short messages at the top left.
import { ActionIcon } from "@mantine/core"
import { IconX } from "@tabler/icons-react"
import { useSelector } from "@xstate/react"
import { Notice } from "../kit/Notice.tsx"
import { useWords } from "../kit/words.tsx"
import classes from "./Flashes.module.css"
import { useWired } from "./wired.tsx"

export const Flashes = () => {
  const t = useWords()
  const { flashes: actor } = useWired()
  const flashes = useSelector(actor, ({ context }) => context.flashes)
  return (
    <section className={classes["flashes"]} aria-label={t("shell.messages")}>
      {flashes.map(({ id, tone, text }) => (
        <div key={id} className={classes["flash"]}>
          <Notice tone={tone}>
            <p>{text}</p>
          </Notice>
          <ActionIcon variant="subtle" color="gray" aria-label={t("dismiss")} onClick={() => actor.send({ type: "flash.dismiss", id })}>
            <IconX size={16} aria-hidden="true" />
          </ActionIcon>
        </div>
      ))}
    </section>
  )
}
