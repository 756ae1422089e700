// Notice that explains why a status change was refused: the server's message, or the findings of the check with links into the script.
import { Button } from "@mantine/core"
import { Link } from "@tanstack/react-router"
import { useSelector } from "@xstate/react"
import type { PlainMessageKey } from "../../../domain/catalog/catalog.ts"
import { blocksGoingLive } from "../../../domain/check/blocking-rules.ts"
import type { Failure } from "../../../domain/failures/failure.ts"
import { getFailureMessageKey } from "../../../domain/failures/message-lookup.ts"
import { type FindingGroup, getInstructionIndex, groupFindings } from "../../../domain/findings/finding.ts"
import type { StatusActor } from "../../../machines/chat/chat-overview-machine.ts"
import { useFindingSentence, useFindingText, useServerMessage, useTranslate } from "../../kit/i18n.tsx"
import { DismissButton, Notice } from "../../kit/Notice.tsx"
import classes from "../chat-overview/ChatTable.module.css"

const maxShownFindings = 5

/** An unreadable response contains a status that this version does not know. */
const getMessageKey = (failure: Failure): PlainMessageKey =>
  failure._tag === "Unreadable" ? "status.unknown" : getFailureMessageKey(failure)

export const StatusChangeFailure = ({ actor, failure }: { readonly actor: StatusActor; readonly failure: Failure }) => {
  const t = useTranslate()
  const translateMessage = useServerMessage()
  const { script, community } = useSelector(actor, ({ context }) => context)
  const params = { communitySlug: community, scriptUuid: script.uuid }
  const groups = groupFindings(failure._tag === "ValidationFailed" ? failure.findings.filter(blocksGoingLive) : [])
  const messages =
    failure._tag === "ValidationFailed" ? failure.violations.map(({ message }) => translateMessage(message)) : [t(getMessageKey(failure))]
  return (
    <div className={classes["why"]}>
      <Notice tone="bad" title={t("status.refused", { name: script.name })}>
        {groups.length === 0 && (messages.length > 0 ? messages : [t("failure.ValidationFailed")]).map((text) => <p key={text}>{text}</p>)}
        {groups.length > 0 && (
          <>
            <p>{t("status.refused.findings")}</p>
            <ul>
              {groups.slice(0, maxShownFindings).map((group) => (
                <li key={`${group.first.pointer} ${group.first.message}`}>
                  <FindingLink group={group} params={params} />
                </li>
              ))}
            </ul>
            {groups.length > maxShownFindings && <p>{t("status.refused.more", { count: groups.length - maxShownFindings })}</p>}
            <Button
              size="xs"
              variant="default"
              mt="xs"
              renderRoot={(props) => <Link to="/chats/$communitySlug/$scriptUuid/edit" params={params} {...props} />}
            >
              {t("status.refused.open")}
            </Button>
          </>
        )}
      </Notice>
      <DismissButton onDismiss={() => actor.send({ type: "failure.dismiss" })} />
    </div>
  )
}

type FindingLinkProps = { readonly group: FindingGroup; readonly params: { readonly communitySlug: string; readonly scriptUuid: string } }

/** A finding as a link to its place in the script, the first if it has several. */
const FindingLink = ({ group: { first: finding, findings }, params }: FindingLinkProps) => {
  const t = useTranslate()
  const formatFinding = useFindingText()
  const formatSentence = useFindingSentence()
  const index = getInstructionIndex(finding)
  if (index === undefined) return formatSentence(finding)
  const number = index + 1
  return (
    <Link to="/chats/$communitySlug/$scriptUuid/edit" params={params} search={{ instruction: number }}>
      {findings.length > 1
        ? t("status.refused.several", { number, count: findings.length - 1, finding: formatFinding(finding) })
        : t("status.refused.at", { number, finding: formatFinding(finding) })}
    </Link>
  )
}
