// Links for one person each: how many, the progress of making them, what came of it (spec/3-community §2 "Links block", §9).
import { Button, Checkbox, TextInput } from "@mantine/core"
import { IconDownload } from "@tabler/icons-react"
import { useActorRef, useSelector } from "@xstate/react"
import { participantAddress, shortAddress } from "../../../domain/links/addresses.ts"
import { linksOnPage } from "../../../domain/links/people.ts"
import type { Script } from "../../../domain/script/script.ts"
import type { LinksActor } from "../../../machines/chat/links.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { useWords } from "../../kit/words.tsx"
import classes from "./Chat.module.css"
import type { ChatMachines } from "./machines.ts"

type Props = { readonly machines: ChatMachines; readonly community: string; readonly script: Script }

export const PersonalLinks = ({ machines, community, script }: Props) => {
  const t = useWords()
  const actor = useActorRef(machines.links, { input: { community, uuid: script.uuid } })
  const { amount, short, made } = useSelector(actor, ({ context }) => context)
  const writing = useSelector(actor, (state) => state.matches("writing"))
  const mayMake = useSelector(actor, (state) => state.can({ type: "links.make" }))
  return (
    <>
      <form
        className={classes["entry"]}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          actor.send({ type: "links.make" })
        }}
      >
        <TextInput
          label={t("links.amount")}
          description={t("links.amount.help")}
          inputMode="numeric"
          value={amount}
          disabled={!writing}
          onChange={(event) => actor.send({ type: "amount.type", text: event.currentTarget.value })}
        />
        <Checkbox
          label={t("links.short")}
          checked={short}
          disabled={!writing}
          onChange={(event) => actor.send({ type: "short.set", on: event.currentTarget.checked })}
        />
        <Button type="submit" disabled={!mayMake}>
          {t("links.create")}
        </Button>
      </form>
      {!writing && <Running actor={actor} />}
      {writing && made.length > 0 && <Made machines={machines} community={community} script={script} actor={actor} />}
    </>
  )
}

const Running = ({ actor }: { readonly actor: LinksActor }) => {
  const t = useWords()
  const { made, left, failure } = useSelector(actor, ({ context }) => context)
  const stuck = useSelector(actor, (state) => state.matches("stuck"))
  const count = made.length + left.reduce((sum, it) => sum + it, 0)
  return (
    <div className={classes["progress"]}>
      <progress max={count} value={made.length} aria-label={t("links.create")} />
      <output>{t("links.progress", { made: made.length, count })}</output>
      {stuck && (
        <>
          <FailureNotice failure={failure} />
          <p className={classes["quiet"]}>{t("links.stuck")}</p>
        </>
      )}
      <div className={classes["row"]}>
        {stuck && <Button onClick={() => actor.send({ type: "links.retry" })}>{t("retry")}</Button>}
        <Button variant="default" onClick={() => actor.send({ type: "links.cancel" })}>
          {t("links.cancel")}
        </Button>
      </div>
    </div>
  )
}

/** A region that scrolls can be reached with the keyboard (WCAG 2.1.1). */
const scrolling = { tabIndex: 0 } as const

const Made = ({ machines, community, script, actor }: Props & { readonly actor: LinksActor }) => {
  const t = useWords()
  const { made, madeShort } = useSelector(actor, ({ context }) => context)
  const shown = made.slice(0, linksOnPage)
  const addressOf = ({ conversation, code }: (typeof made)[number]) =>
    madeShort && code !== null
      ? shortAddress(machines.bases, code)
      : participantAddress(machines.bases, { slug: community, script: script.uuid, conversation })
  return (
    <>
      <div className={classes["row"]}>
        <output>{t("links.made", { count: made.length })}</output>
        {made.length > shown.length && <span className={classes["quiet"]}>{t("links.shown", { shown: shown.length })}</span>}
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden="true" />}
          onClick={() => machines.saveLinks(made, { community, script, short: madeShort })}
        >
          {t("links.download")}
        </Button>
      </div>
      <section className={classes["preview"]} aria-label={t("links.table")} {...scrolling}>
        <table aria-label={t("links.table")}>
          <thead>
            <tr>
              <th scope="col">{t("links.column.token")}</th>
              <th scope="col">{t("links.column.link")}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((link) => (
              <tr key={link.conversation}>
                <td>{link.conversation}</td>
                <td className={classes["whole"]}>{addressOf(link)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}
