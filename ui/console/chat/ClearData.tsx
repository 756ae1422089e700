// Clearing live statistics, what respondents gave, or both: which, then the token, then consent (spec/3-community §4 "Clear actions").
import { Button, Group, Modal, Text } from "@mantine/core"
import { useSelector } from "@xstate/react"
import { useState } from "react"
import type { ChatDetailsActor, Clearing } from "../../../machines/chat/chat-details.ts"
import { Consent } from "../../kit/Consent.tsx"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { useWords } from "../../kit/words.tsx"
import classes from "./Chat.module.css"

const kinds: ReadonlyArray<Clearing["what"]> = ["statistics", "data", "both"]

export const ClearData = ({ actor, name }: { readonly actor: ChatDetailsActor; readonly name: string }) => {
  const t = useWords()
  const [choosing, setChoosing] = useState(false)
  const clearing = useSelector(actor, ({ children }) => children.clearing)
  const what = useSelector(actor, ({ context }) => context.clearing)
  const cleared = useSelector(actor, ({ context }) => context.cleared)
  const failure = useSelector(clearing, (state) => state?.context.failure ?? null)
  const asking = useSelector(clearing, (state) => state?.hasTag("asking") ?? false)
  const busy = useSelector(clearing, (state) => state?.hasTag("busy") ?? false)
  const failed = useSelector(clearing, (state) => state?.matches("failed") ?? false)
  const refuse = () => clearing?.send({ type: "consent.refuse" })
  const choose = (kind: Clearing["what"]) => {
    setChoosing(false)
    actor.send({ type: "data.clear", what: kind })
  }
  return (
    <>
      <div className={classes["row"]}>
        <Button variant="default" onClick={() => setChoosing(true)}>
          {t("chat.clear")}
        </Button>
        <output>{cleared !== null && t(`chat.cleared.${cleared}`)}</output>
      </div>
      <Modal opened={choosing} onClose={() => setChoosing(false)} title={t("chat.clear")} closeButtonProps={{ "aria-label": t("close") }}>
        <Text>{t("chat.clear.which")}</Text>
        <Group gap="xs" mt="md">
          {kinds.map((kind) => (
            <Button key={kind} variant="default" onClick={() => choose(kind)}>
              {t(`chat.clear.${kind}`)}
            </Button>
          ))}
        </Group>
      </Modal>
      <Consent
        title={t(`chat.clear.${what}`)}
        question={
          asking ? (what === "statistics" ? t("chat.clear.question.statistics") : t(`chat.clear.question.${what}`, { name })) : null
        }
        deed={t("chat.clear.deed")}
        destroys
        busy={busy}
        onGive={() => clearing?.send({ type: "consent.give" })}
        onRefuse={refuse}
      >
        {failure !== null && (
          <Notice tone="bad">
            <p>{t("chat.clear.again")}</p>
          </Notice>
        )}
      </Consent>
      <Modal opened={failed} onClose={refuse} title={t(`chat.clear.${what}`)} closeButtonProps={{ "aria-label": t("close") }}>
        <FailureNotice failure={failure} />
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={refuse}>
            {t("cancel")}
          </Button>
          <Button onClick={() => clearing?.send({ type: "deletion.retry" })}>{t("retry")}</Button>
        </Group>
      </Modal>
    </>
  )
}
