// Clearing live statistics, what respondents gave, or both: which, then the token, then consent (spec/3-community §4 "Clear actions").
import { Button, Modal, Stack, Text } from "@mantine/core"
import { useSelector } from "@xstate/react"
import { useState } from "react"
import type { ChatDetailsActor } from "../../../machines/chat/chat-details.ts"
import { useWords } from "../../kit/words.tsx"
import classes from "./Chat.module.css"

const kinds = ["statistics", "data", "both"] as const

export const ClearData = ({ actor }: { readonly actor: ChatDetailsActor }) => {
  const t = useWords()
  const [choosing, setChoosing] = useState(false)
  const cleared = useSelector(actor, ({ context }) => context.cleared)
  const choose = (what: (typeof kinds)[number]) => {
    setChoosing(false)
    actor.send({ type: "data.clear", what })
  }
  return (
    <>
      <p className={classes["quiet"]}>{t("chat.data.text")}</p>
      <div className={classes["row"]}>
        <Button variant="default" onClick={() => setChoosing(true)}>
          {t("chat.clear")}
        </Button>
        <output>{cleared !== null && cleared !== "identities" && t(`chat.cleared.${cleared}`)}</output>
      </div>
      <Modal opened={choosing} onClose={() => setChoosing(false)} title={t("chat.clear")} closeButtonProps={{ "aria-label": t("close") }}>
        <Text>{t("chat.clear.which")}</Text>
        <Stack gap="xs" mt="md">
          {kinds.map((kind) => (
            <Button key={kind} variant="default" fullWidth onClick={() => choose(kind)}>
              {t(`chat.clear.${kind}`)}
            </Button>
          ))}
        </Stack>
      </Modal>
    </>
  )
}
