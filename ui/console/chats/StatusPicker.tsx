// The status badge of a script, the steps it offers and the consent a step needs. Shows the machine; decides nothing.
import { Menu } from "@mantine/core"
import { useSelector } from "@xstate/react"
import { useCallback, useState } from "react"
import { picks, step } from "../../../domain/script/status.ts"
import type { StatusActor } from "../../../machines/chat-overview.ts"
import { Consent } from "../../kit/Consent.tsx"
import { useWords } from "../../kit/words.tsx"
import { StatusBadge, statusIcons } from "./StatusBadge.tsx"
import classes from "./StatusPicker.module.css"

/** A menu in each row of a long list is slow: until it is used for the first time a row has a button only. */
export const StatusPicker = ({ actor }: { readonly actor: StatusActor }) => {
  const [used, setUsed] = useState(false)
  return used ? <StatusMenu actor={actor} /> : <StatusBadge actor={actor} aria-haspopup="menu" onClick={() => setUsed(true)} />
}

const StatusMenu = ({ actor }: { readonly actor: StatusActor }) => {
  const t = useWords()
  const [opened, setOpened] = useState(false)
  // It stands where the first badge stood: it takes over the focus, so that closing the menu gives it back, and opens.
  const takeOver = useCallback((badge: HTMLButtonElement | null) => {
    badge?.focus()
    setOpened(badge !== null)
  }, [])
  const { status } = useSelector(actor, ({ context }) => context.script)
  const consent = useSelector(actor, (state) => (state.matches("asking") ? step(status, state.context.to) : null))
  const busy = useSelector(actor, (state) => state.hasTag("busy"))
  return (
    <>
      <Menu opened={opened} onChange={setOpened} disabled={busy} position="bottom-start" width={180}>
        <Menu.Target>
          <StatusBadge actor={actor} ref={takeOver} />
        </Menu.Target>
        <Menu.Dropdown>
          {picks(status).map((to) => {
            const Icon = statusIcons[to]
            return (
              <Menu.Item
                key={to}
                leftSection={<Icon size={18} aria-hidden="true" className={classes["icon"]} data-status={to} />}
                onClick={() => actor.send({ type: "status.pick", to })}
              >
                {t(`status.${to}`)}
              </Menu.Item>
            )
          })}
        </Menu.Dropdown>
      </Menu>
      <Consent
        title={t("status.change")}
        question={consent ? t(`consent.${consent}`) : null}
        deed={t("continue")}
        onGive={() => actor.send({ type: "consent.give" })}
        onRefuse={() => actor.send({ type: "consent.refuse" })}
      />
    </>
  )
}
