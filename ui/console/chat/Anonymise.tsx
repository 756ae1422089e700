// Cutting a chat's conversations loose from the people who gave them (reliability.md "Privacy"; decisions P2).
import { Button } from "@mantine/core"
import { useSelector } from "@xstate/react"
import { canBeAnonymised } from "../../../domain/privacy/anonymise.ts"
import type { Status } from "../../../domain/script/status.ts"
import type { ChatDetailsActor } from "../../../machines/chat/chat-details.ts"
import { useWords } from "../../kit/words.tsx"
import classes from "./Chat.module.css"

type Props = { readonly actor: ChatDetailsActor; readonly status: Status }

export const Anonymise = ({ actor, status }: Props) => {
  const t = useWords()
  const isDone = useSelector(actor, ({ context }) => context.cleared === "identities")
  const isPossible = canBeAnonymised(status)
  return (
    <>
      <p className={classes["quiet"]}>{t("chat.anonymise.text")}</p>
      <div className={classes["row"]}>
        <Button variant="default" disabled={!isPossible} onClick={() => actor.send({ type: "data.clear", what: "identities" })}>
          {t("chat.clear.identities")}
        </Button>
        {!isPossible && <span className={classes["aside"]}>{t("chat.anonymise.closed")}</span>}
        <output>{isDone && t("chat.cleared.identities")}</output>
      </div>
    </>
  )
}
