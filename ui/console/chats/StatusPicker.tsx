// The status badge of a script, the steps it offers and the consent a step needs. Shows the machine; decides nothing.
import { Menu } from "@mantine/core"
import { useSelector } from "@xstate/react"
import { useCallback, useRef, useState } from "react"
import { isHeld } from "../../../domain/script/at-stake.ts"
import { picks, step } from "../../../domain/script/status.ts"
import type { StatusActor } from "../../../machines/chat-overview.ts"
import { Consent } from "../../kit/Consent.tsx"
import { useWords } from "../../kit/words.tsx"
import { Stake } from "./Stake.tsx"
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
  const badge = useRef<HTMLButtonElement | null>(null)
  // It stands where the first badge stood: it takes over the focus, and opens.
  const takeOver = useCallback((made: HTMLButtonElement | null) => {
    badge.current = made
    made?.focus()
    setOpened(made !== null)
  }, [])
  // The menu's own way of giving the focus back can be late in asking who has it, and would give it to an item that is gone.
  const giveBack = () => badge.current?.focus({ preventScroll: true })
  const giveBackLost = () => {
    const at = document.activeElement
    if (at === null || at === document.body || at.closest("[role=menu]") !== null) giveBack()
  }
  /** The menu hears of Escape only once the focus is within it. */
  const leaveEarly = ({ key }: { readonly key: string }) => {
    if (key === "Escape") setOpened(false)
  }
  const { status } = useSelector(actor, ({ context }) => context.script)
  const consent = useSelector(actor, (state) => (state.matches("asking") ? step(status, state.context.to) : null))
  const stake = useSelector(actor, ({ context }) => context.stake)
  const busy = useSelector(actor, (state) => state.hasTag("busy"))
  return (
    <>
      <Menu
        opened={opened}
        onChange={setOpened}
        disabled={busy}
        position="bottom-start"
        width={180}
        returnFocus={false}
        onClose={giveBack}
        onExitTransitionEnd={giveBackLost}
      >
        <Menu.Target>
          <StatusBadge actor={actor} ref={takeOver} onKeyDown={leaveEarly} />
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
      >
        {stake !== null && isHeld(stake) && <Stake stake={stake} />}
      </Consent>
    </>
  )
}
