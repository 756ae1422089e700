// Notice that explains why a status change was refused: the server's message, or the findings of the check with links into the script.
import { Button } from "@mantine/core"
import { Link } from "@tanstack/react-router"
import { useSelector } from "@xstate/react"
import type { PlainMessageKey } from "../../../domain/catalog/catalog.ts"
import { getFailureMessageKey } from "../../../domain/catalog/message-lookup.ts"
import { type Finding, getInstructionIndex } from "../../../domain/check/finding.ts"
import type { Failure } from "../../../domain/failure.ts"
import type { StatusActor } from "../../../machines/chat/chat-overview-machine.ts"
import { useFindingText, useServerMessage, useTranslate } from "../../kit/i18n.tsx"
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
  const findings = failure._tag === "Refused" ? failure.findings.filter(({ severity }) => severity === "error") : []
  const messages =
    failure._tag === "Refused" ? failure.violations.map(({ message }) => translateMessage(message)) : [t(getMessageKey(failure))]
  return (
    <div className={classes["why"]}>
      <Notice tone="bad" title={t("status.refused", { name: script.name })}>
        {findings.length === 0 && (messages.length > 0 ? messages : [t("failure.Refused")]).map((text) => <p key={text}>{text}</p>)}
        {findings.length > 0 && (
          <>
            <p>{t("status.refused.findings")}</p>
            <ul>
              {findings.slice(0, maxShownFindings).map((finding) => (
                <li key={`${finding.pointer} ${finding.rule}`}>
                  <FindingLink finding={finding} params={params} />
                </li>
              ))}
            </ul>
            {findings.length > maxShownFindings && <p>{t("status.refused.more", { count: findings.length - maxShownFindings })}</p>}
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

type FindingLinkProps = { readonly finding: Finding; readonly params: { readonly communitySlug: string; readonly scriptUuid: string } }

/** A finding as a link to its place in the script. */
const FindingLink = ({ finding, params }: FindingLinkProps) => {
  const t = useTranslate()
  const formatFinding = useFindingText()
  const index = getInstructionIndex(finding)
  if (index === undefined) return formatFinding(finding)
  const number = index + 1
  return (
    <Link to="/chats/$communitySlug/$scriptUuid/edit" params={params} search={{ instruction: number }}>
      {t("status.refused.at", { number, finding: formatFinding(finding) })}
    </Link>
  )
}
