// Why a step was not taken: what the server says, and what the check found, with the way into the script.
import { Button } from "@mantine/core"
import { Link } from "@tanstack/react-router"
import { useSelector } from "@xstate/react"
import type { PlainMessageKey } from "../../../domain/catalog/catalog.ts"
import { failureMessageKey } from "../../../domain/catalog/message-lookup.ts"
import { type Finding, getInstructionIndex } from "../../../domain/check/finding.ts"
import type { Failure } from "../../../domain/failure.ts"
import type { StatusActor } from "../../../machines/chat/chat-overview-machine.ts"
import { useFindingText, useServerMessage, useTranslate } from "../../kit/i18n.tsx"
import { DismissButton, Notice } from "../../kit/Notice.tsx"
import classes from "../chat-overview/ChatTable.module.css"

const shownAtOnce = 5

/** An answer that cannot be read is one with a status that this version does not know (spec/1-console §4). */
const wordsFor = (failure: Failure): PlainMessageKey => (failure._tag === "Unreadable" ? "status.unknown" : failureMessageKey(failure))

export const StatusChangeFailure = ({ actor, failure }: { readonly actor: StatusActor; readonly failure: Failure }) => {
  const t = useTranslate()
  const say = useServerMessage()
  const { script, community } = useSelector(actor, ({ context }) => context)
  const params = { communitySlug: community, scriptUuid: script.uuid }
  const findings = failure._tag === "Refused" ? failure.findings.filter(({ severity }) => severity === "error") : []
  const said = failure._tag === "Refused" ? failure.violations.map(({ message }) => say(message)) : [t(wordsFor(failure))]
  return (
    <div className={classes["why"]}>
      <Notice tone="bad" title={t("status.refused", { name: script.name })}>
        {findings.length === 0 && (said.length > 0 ? said : [t("failure.Refused")]).map((text) => <p key={text}>{text}</p>)}
        {findings.length > 0 && (
          <>
            <p>{t("status.refused.findings")}</p>
            <ul>
              {findings.slice(0, shownAtOnce).map((finding) => (
                <li key={`${finding.pointer} ${finding.rule}`}>
                  <FoundAt finding={finding} params={params} />
                </li>
              ))}
            </ul>
            {findings.length > shownAtOnce && <p>{t("status.refused.more", { count: findings.length - shownAtOnce })}</p>}
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

type FoundProps = { readonly finding: Finding; readonly params: { readonly communitySlug: string; readonly scriptUuid: string } }

/** What was found, as the way to where it was found. */
const FoundAt = ({ finding, params }: FoundProps) => {
  const t = useTranslate()
  const sayFinding = useFindingText()
  const place = getInstructionIndex(finding)
  if (place === undefined) return sayFinding(finding)
  const number = place + 1
  return (
    <Link to="/chats/$communitySlug/$scriptUuid/edit" params={params} search={{ instruction: number }}>
      {t("status.refused.at", { number, finding: sayFinding(finding) })}
    </Link>
  )
}
