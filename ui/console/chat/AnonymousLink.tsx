// The link that is the same for everybody, and the slug that makes it short (spec/3-community §2 "Links block").
import { Button, Text, TextInput } from "@mantine/core"
import { useActorRef, useSelector } from "@xstate/react"
import type { PropsWithChildren } from "react"
import { anonymousAddress, chatSlugProblem, shortAddress } from "../../../domain/links/addresses.ts"
import type { Script } from "../../../domain/script/script.ts"
import { CopyButton } from "../../kit/CopyButton.tsx"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { useMessage, useWords } from "../../kit/words.tsx"
import classes from "./Chat.module.css"
import type { ChatMachines } from "./machines.ts"
import { QrCode } from "./QrCode.tsx"

type Props = { readonly machines: ChatMachines; readonly community: string; readonly script: Script }

export const AnonymousLink = ({ machines, community, script }: Props) => {
  const { uuid, language } = script
  const t = useWords()
  const say = useMessage()
  const actor = useActorRef(machines.slug, { input: { community, uuid } })
  const { slug, saved, problem, failure } = useSelector(actor, ({ context }) => context)
  const failed = useSelector(actor, (state) => state.matches("failed"))
  const busy = useSelector(actor, (state) => state.hasTag("busy"))
  const done = useSelector(actor, (state) => state.matches({ ready: "saved" }))
  const maySave = useSelector(actor, (state) => state.can({ type: "slug.save" }))
  const wrong = problem ?? (slug.trim() === "" ? null : chatSlugProblem(slug.trim()))
  const address = anonymousAddress(machines.bases, { slug: community, script: uuid, language })
  const short = saved === null ? null : shortAddress(machines.bases, saved)
  return (
    <>
      <Link label={t("links.anonymous")} help={t("links.anonymous.text")} address={address}>
        <QrCode qr={machines.qr} address={address} community={community} script={script} />
      </Link>
      {short !== null && <Link label={t("links.slug")} address={short} />}
      <FailureNotice failure={failure} />
      {failed ? (
        <div>
          <Button variant="default" onClick={() => actor.send({ type: "reading.retry" })}>
            {t("retry")}
          </Button>
        </div>
      ) : (
        <form
          className={classes["entry"]}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            actor.send({ type: "slug.save" })
          }}
        >
          <TextInput
            label={t("links.slug")}
            description={t("links.slug.help", { address: `${shortAddress(machines.bases, "")}…` })}
            value={slug}
            error={wrong === null ? null : say(wrong)}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => actor.send({ type: "slug.type", text: event.currentTarget.value })}
          />
          <Button type="submit" variant="default" loading={busy} disabled={!maySave && !busy}>
            {t("links.slug.save")}
          </Button>
          <output>{done && t("links.slug.saved")}</output>
        </form>
      )}
    </>
  )
}

type LinkProps = PropsWithChildren<{ readonly label: string; readonly help?: string; readonly address: string }>

const Link = ({ label, help, address, children }: LinkProps) => {
  const t = useWords()
  return (
    <div className={classes["address"]}>
      <Text fw={500}>{label}</Text>
      {help !== undefined && <p className={classes["quiet"]}>{help}</p>}
      <div className={classes["row"]}>
        <code>{address}</code>
        <CopyButton text={address} label={t("links.copy")} done={t("links.copied")} />
        {children}
      </div>
    </div>
  )
}
