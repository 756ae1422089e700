// What only those see who ask for it with `dev=true`: how live statistics are sent (spec/3-community §2 "Technical block").
import { NativeSelect } from "@mantine/core"
import { useSelector } from "@xstate/react"
import { transports } from "../../../domain/script/script.ts"
import { isEditable, type Status } from "../../../domain/script/status.ts"
import type { TransportActor } from "../../../machines/chat/transport.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { useWords } from "../../kit/words.tsx"
import classes from "./Chat.module.css"

export const Technical = ({ actor, status }: { readonly actor: TransportActor; readonly status: Status }) => {
  const t = useWords()
  const { picked, failure } = useSelector(actor, ({ context }) => context)
  const busy = useSelector(actor, (state) => state.hasTag("busy"))
  const locked = !isEditable(status)
  return (
    <>
      <FailureNotice failure={failure} />
      <NativeSelect
        className={classes["narrow"]}
        label={t("technical.transport")}
        description={t(locked ? "technical.transport.locked" : "technical.transport.help")}
        disabled={locked}
        aria-busy={busy}
        data={[{ value: "", label: t("technical.transport.unset") }, ...transports]}
        value={picked ?? ""}
        onChange={(event) =>
          actor.send({ type: "transport.pick", transport: transports.find((it) => it === event.currentTarget.value) ?? null })
        }
      />
    </>
  )
}
