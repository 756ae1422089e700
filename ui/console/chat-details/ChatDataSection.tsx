// Data of a chat: archive of uploaded files, anonymizing conversations, and clearing statistics or answers.
import { Button, Group, Loader, Modal, Stack, Text } from "@mantine/core"
import { IconDownload } from "@tabler/icons-react"
import { useSelector } from "@xstate/react"
import { useState } from "react"
import { canAnonymize, type Status } from "../../../domain/script/status.ts"
import type { AnonymizationImpact, ChatDetailsActor } from "../../../machines/chat/chat-details-machine.ts"
import type { FileArchiveActor } from "../../../machines/chat/file-archive-machine.ts"
import { DeletionDialog } from "../../kit/DeletionDialog.tsx"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { useTranslate } from "../../kit/i18n.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { DeletedContentsList } from "../chat-overview/DeletedContentsList.tsx"
import classes from "./ChatDetails.module.css"

/** The archive of files that respondents uploaded: request it, wait until it is built, download it. */
export const AnswerFilesSection = ({ actor }: { readonly actor: FileArchiveActor }) => {
  const t = useTranslate()
  const { archive, failure } = useSelector(actor, ({ context }) => context)
  const isBuilding = useSelector(actor, (state) => state.hasTag("building"))
  const ready = useSelector(actor, (state) => state.hasTag("ready"))
  const mayRequest = useSelector(actor, (state) => state.can({ type: "files.request" }))
  const busy = useSelector(actor, (state) => state.hasTag("busy"))
  const empty = useSelector(actor, (state) => state.matches("empty"))
  const failed = useSelector(actor, (state) => state.matches("failed"))
  const parts = archive.parts ?? 1
  return (
    <>
      <p className={classes["quiet"]}>{t("files.text")}</p>
      <FailureNotice failure={failure} />
      {empty && <Notice tone="bad" title={t("files.none")} />}
      <div className={classes["row"]}>
        {failed ? (
          <Button variant="default" onClick={() => actor.send({ type: "files.retry" })}>
            {t("retry")}
          </Button>
        ) : ready ? (
          <Button
            variant="default"
            loading={busy}
            leftSection={<IconDownload size={18} aria-hidden="true" />}
            onClick={() => actor.send({ type: "files.download" })}
          >
            {t("files.download")}
          </Button>
        ) : (
          <Button
            variant="default"
            loading={busy && !isBuilding}
            disabled={!mayRequest && !(busy && !isBuilding)}
            onClick={() => actor.send({ type: "files.request" })}
          >
            {t("files.request")}
          </Button>
        )}
        <output className={classes["waiting"]}>
          {isBuilding && (
            <>
              <Loader size={18} type="oval" aria-hidden="true" /> {t("files.making")}
            </>
          )}
          {ready && parts > 1 && t("files.parts", { count: parts })}
        </output>
      </div>
    </>
  )
}

type Props = { readonly actor: ChatDetailsActor; readonly status: Status }

/** [P2] Anonymizes the conversations of a chat: removes their link to the people who answered. */
export const AnonymizeSection = ({ actor, status }: Props) => {
  const t = useTranslate()
  const isDone = useSelector(actor, ({ context }) => context.cleared === "identities")
  const isPossible = canAnonymize(status)
  return (
    <>
      <p className={classes["quiet"]}>{t("chat.anonymize.text")}</p>
      <div className={classes["row"]}>
        <Button variant="default" disabled={!isPossible} onClick={() => actor.send({ type: "data.clear", what: "identities" })}>
          {t("chat.clear.identities")}
        </Button>
        {!isPossible && <span className={classes["aside"]}>{t("chat.anonymize.closed")}</span>}
        <output>{isDone && t("chat.cleared.identities")}</output>
      </div>
    </>
  )
}

const clearOptions = ["statistics", "data", "both"] as const

/** Clears live statistics, answers, or both: choose which, then confirm. */
export const ClearDataSection = ({ actor }: { readonly actor: ChatDetailsActor }) => {
  const t = useTranslate()
  const [choosing, setChoosing] = useState(false)
  const cleared = useSelector(actor, ({ context }) => context.cleared)
  const choose = (what: (typeof clearOptions)[number]) => {
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
          {clearOptions.map((kind) => (
            <Button key={kind} variant="default" fullWidth onClick={() => choose(kind)}>
              {t(`chat.clear.${kind}`)}
            </Button>
          ))}
        </Stack>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={() => setChoosing(false)}>
            {t("cancel")}
          </Button>
        </Group>
      </Modal>
    </>
  )
}

type ClearingConsentProps = { readonly actor: ChatDetailsActor; readonly name: string }

/** Confirmation before data are cleared or anonymized, listing what will be removed as far as the token says. */
export const ClearDataDialog = ({ actor, name }: ClearingConsentProps) => {
  const t = useTranslate()
  const clearing = useSelector(actor, ({ children }) => children.clearing)
  const what = useSelector(actor, ({ context }) => context.clearing)
  return (
    <DeletionDialog
      deletion={clearing}
      title={t(`chat.clear.${what}`)}
      question={() => (what === "statistics" ? t("chat.clear.question.statistics") : t(`chat.clear.question.${what}`, { name }))}
      confirmLabel={t(what === "identities" ? "chat.anonymize.confirm" : "chat.clear.confirm")}
      renderPreview={({ data, identities }) => (
        <>
          {data !== null && <DeletedContentsList contents={data} intro={t("chats.erase.goes")} />}
          {identities !== null && <AnonymizationPreview impact={identities} />}
        </>
      )}
    />
  )
}

const removedKinds = ["links", "files", "deliveries"] as const

const AnonymizationPreview = ({ impact }: { readonly impact: AnonymizationImpact }) => {
  const t = useTranslate()
  return (
    <ul className={classes["goes"]}>
      <li>{t("chat.anonymize.conversations", { count: impact.conversations })}</li>
      {removedKinds.map((kind) => impact[kind] > 0 && <li key={kind}>{t(`chat.anonymize.${kind}`, { count: impact[kind] })}</li>)}
      <li>{t("chat.anonymize.stays")}</li>
    </ul>
  )
}
