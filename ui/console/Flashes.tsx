// The short messages at the top left.
import { useSelector } from "@xstate/react"
import { failureKey } from "../../domain/catalogue/failure-key.ts"
import type { Tone } from "../../machines/flashes.ts"
import { Dismiss } from "../kit/Dismiss.tsx"
import { Notice } from "../kit/Notice.tsx"
import { useMessage, useWords } from "../kit/words.tsx"
import classes from "./Flashes.module.css"
import { useWired } from "./wired.tsx"

export const Flashes = () => {
  const t = useWords()
  const say = useMessage()
  const { flashes: actor, session } = useWired()
  const flashes = useSelector(actor, ({ context }) => context.flashes)
  const failure = useSelector(session, (state) => (state.matches("signedIn") ? state.context.failure : null))
  return (
    <section className={classes["flashes"]} aria-label={t("shell.messages")}>
      {failure !== null && <Flash tone="bad" text={t(failureKey(failure))} onDismiss={() => session.send({ type: "failure.dismiss" })} />}
      {flashes.map(({ id, tone, text }) => (
        <Flash key={id} tone={tone} text={say(text)} onDismiss={() => actor.send({ type: "flash.dismiss", id })} />
      ))}
    </section>
  )
}

type FlashProps = { readonly tone: Tone; readonly text: string; readonly onDismiss: () => void }

const Flash = ({ tone, text, onDismiss }: FlashProps) => (
  <div className={classes["flash"]}>
    <Notice tone={tone}>
      <p>{text}</p>
    </Notice>
    <Dismiss onDismiss={onDismiss} />
  </div>
)
