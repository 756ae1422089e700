// The status badge of a script, the steps it offers and the consent a step needs. Shows the machine; decides nothing.

import { Loader, Menu } from "@mantine/core"
import { IconArchive, IconBroadcast, IconChevronDown, IconLock, IconPencil } from "@tabler/icons-react"
import { useSelector } from "@xstate/react"
import { type ComponentProps, useCallback, useRef, useState } from "react"
import { type ChangeImpact, hasResponses } from "../../../domain/script/change-impact.ts"
import { getStatusConsent, listSelectableStatuses, type Status } from "../../../domain/script/status.ts"
import type { StatusActor } from "../../../machines/chat/chat-overview-machine.ts"
import { ConfirmDialog } from "../../kit/ConfirmDialog.tsx"
import { useTranslate } from "../../kit/i18n.tsx"
import { Notice } from "../../kit/Notice.tsx"
import classes from "./StatusPicker.module.css"

// What an edit could touch of a script that has conversations, with counts (decisions V4).

const parts = ["columns", "conditions", "recalls", "actions", "links"] as const

export const ChangeImpactNotice = ({ stake }: { readonly stake: ChangeImpact }) => {
  const t = useTranslate()
  const { conversations, answered } = stake
  return (
    <Notice tone="quiet" title={t("stake.begun", { conversations, answered })}>
      <ul>
        {parts
          .filter((part) => stake[part] > 0)
          .map((part) => (
            <li key={part}>{t(`stake.${part}`, { count: stake[part] })}</li>
          ))}
      </ul>
    </Notice>
  )
}

// A script's status as icon, word and colour, on a button.

export const statusIcons = {
  preparation: IconPencil,
  live: IconBroadcast,
  closed: IconLock,
  deleted: IconArchive,
} as const satisfies Record<Status, unknown>

export const StatusBadge = ({ actor, ...rest }: ComponentProps<"button"> & { readonly actor: StatusActor }) => {
  const t = useTranslate()
  const { status } = useSelector(actor, ({ context }) => context.script)
  const busy = useSelector(actor, (state) => state.hasTag("busy"))
  const Icon = statusIcons[status]
  const word = t(`status.${status}`)
  return (
    <button
      {...rest}
      type="button"
      className={classes["badge"]}
      data-status={status}
      aria-label={t("status.button", { status: word })}
      aria-busy={busy}
    >
      {busy ? <Loader size={16} type="oval" color="currentColor" /> : <Icon size={16} aria-hidden="true" />}
      {word}
      <IconChevronDown size={14} aria-hidden="true" />
    </button>
  )
}

/** A menu in each row of a long list is slow: until it is used for the first time a row has a button only. */
export const StatusPicker = ({ actor }: { readonly actor: StatusActor }) => {
  const [used, setUsed] = useState(false)
  return used ? <StatusMenu actor={actor} /> : <StatusBadge actor={actor} aria-haspopup="menu" onClick={() => setUsed(true)} />
}

const StatusMenu = ({ actor }: { readonly actor: StatusActor }) => {
  const t = useTranslate()
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
  const consent = useSelector(actor, (state) => (state.matches("confirmingChange") ? getStatusConsent(status, state.context.to) : null))
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
          {listSelectableStatuses(status).map((to) => {
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
      <ConfirmDialog
        title={t("status.change")}
        question={consent ? t(`consent.${consent}`) : null}
        confirmLabel={t("continue")}
        onConfirm={() => actor.send({ type: "consent.give" })}
        onCancel={() => actor.send({ type: "consent.refuse" })}
      >
        {stake !== null && hasResponses(stake) && <ChangeImpactNotice stake={stake} />}
      </ConfirmDialog>
    </>
  )
}
