// The secret that deliveries are signed with: whoever receives them needs it to tell that they come from here.
import { Button } from "@mantine/core"
import { useActorRef, useSelector } from "@xstate/react"
import type { signingMachine } from "../../../machines/community/signing.ts"
import { Consent } from "../../kit/Consent.tsx"
import { CopyButton } from "../../kit/CopyButton.tsx"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { useWords } from "../../kit/words.tsx"
import classes from "./Options.module.css"

export const Signing = ({ machine, slug }: { readonly machine: typeof signingMachine; readonly slug: string }) => {
  const t = useWords()
  const actor = useActorRef(machine, { input: { slug } })
  const { secret, isNew, failure } = useSelector(actor, ({ context }) => context)
  const asking = useSelector(actor, (state) => state.hasTag("asking"))
  const busy = useSelector(actor, (state) => state.hasTag("busy"))
  return (
    <>
      <p className={classes["quiet"]}>{t("signing.text")}</p>
      {secret !== null && (
        <div className={classes["end"]}>
          <code className={classes["secret"]}>{secret}</code>
          <CopyButton text={secret} label={t("signing.copy")} done={t("signing.copied")} />
        </div>
      )}
      {!asking && <FailureNotice failure={failure} />}
      <div className={classes["end"]}>
        {secret === null ? (
          <Button variant="default" loading={busy} onClick={() => actor.send({ type: "secret.show" })}>
            {t("signing.show")}
          </Button>
        ) : (
          <>
            <Button variant="default" onClick={() => actor.send({ type: "secret.hide" })}>
              {t("signing.hide")}
            </Button>
            <Button variant="default" onClick={() => actor.send({ type: "secret.renew" })}>
              {t("signing.renew")}
            </Button>
          </>
        )}
        <output>{isNew && t("signing.renewed")}</output>
      </div>
      <Consent
        title={t("signing.renew")}
        question={asking ? t("signing.renew.question") : null}
        deed={t("signing.renew.deed")}
        destroys
        busy={busy}
        onGive={() => actor.send({ type: "consent.give" })}
        onRefuse={() => actor.send({ type: "consent.refuse" })}
      >
        <FailureNotice failure={failure} />
      </Consent>
    </>
  )
}
