// [S1, S2] Status badge of a script, the menu of status changes, and their confirmation.

import { Loader, Menu } from "@mantine/core"
import { IconArchive, IconBroadcast, IconChevronDown, IconLock, IconPencil } from "@tabler/icons-react"
import { useSelector } from "@xstate/react"
import { type ComponentProps, useCallback, useRef, useState } from "react"
import { type ChangeImpact, hasResponses } from "../../../domain/revisions/change-impact.ts"
import { getStatusConsent, listSelectableStatuses, type Status } from "../../../domain/script/status.ts"
import type { StatusActor } from "../../../machines/chat/chat-overview-machine.ts"
import { ConfirmDialog } from "../../kit/ConfirmDialog.tsx"
import { useTranslate } from "../../kit/i18n.tsx"
import { Notice } from "../../kit/Notice.tsx"
import classes from "./StatusPicker.module.css"

const impactParts = ["columns", "conditions", "recalls", "actions", "links"] as const

/** [V4] How much an edit of a script with conversations could affect, as counts. */
export const ChangeImpactNotice = ({ impact }: { readonly impact: ChangeImpact }) => {
  const t = useTranslate()
  const { conversations, answered } = impact
  return (
    <Notice tone="quiet" title={t("stake.begun", { conversations, answered })}>
      <ul>
        {impactParts
          .filter((part) => impact[part] > 0)
          .map((part) => (
            <li key={part}>{t(`stake.${part}`, { count: impact[part] })}</li>
          ))}
      </ul>
    </Notice>
  )
}

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
  const statusText = t(`status.${status}`)
  return (
    <button
      {...rest}
      type="button"
      className={classes["badge"]}
      data-status={status}
      aria-label={t("status.button", { status: statusText })}
      aria-busy={busy}
    >
      {busy ? <Loader size={16} type="oval" color="currentColor" /> : <Icon size={16} aria-hidden="true" />}
      {statusText}
      <IconChevronDown size={14} aria-hidden="true" />
    </button>
  )
}

/** A menu in each row of a long list is slow: a row renders only a button until it is first used. */
export const StatusPicker = ({ actor }: { readonly actor: StatusActor }) => {
  const [isUsed, setIsUsed] = useState(false)
  return isUsed ? <StatusMenu actor={actor} /> : <StatusBadge actor={actor} aria-haspopup="menu" onClick={() => setIsUsed(true)} />
}

const StatusMenu = ({ actor }: { readonly actor: StatusActor }) => {
  const t = useTranslate()
  const [opened, setOpened] = useState(false)
  const badge = useRef<HTMLButtonElement | null>(null)
  // Replaces the badge that was clicked, so it takes the focus and opens.
  const replaceBadge = useCallback((element: HTMLButtonElement | null) => {
    badge.current = element
    element?.focus()
    setOpened(element !== null)
  }, [])
  // Not the menu's own `returnFocus`: it may check the focus too late, and return it to a removed item.
  const restoreFocus = () => badge.current?.focus({ preventScroll: true })
  const restoreLostFocus = () => {
    const focused = document.activeElement
    if (focused === null || focused === document.body || focused.closest("[role=menu]") !== null) restoreFocus()
  }
  /** Mantine's menu handles Escape only when the focus is inside it. */
  const closeOnEscape = ({ key }: { readonly key: string }) => {
    if (key === "Escape") setOpened(false)
  }
  const { status } = useSelector(actor, ({ context }) => context.script)
  const consent = useSelector(actor, (state) => (state.matches("confirmingChange") ? getStatusConsent(status, state.context.to) : null))
  const impact = useSelector(actor, ({ context }) => context.stake)
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
        onClose={restoreFocus}
        onExitTransitionEnd={restoreLostFocus}
      >
        <Menu.Target>
          <StatusBadge actor={actor} ref={replaceBadge} onKeyDown={closeOnEscape} />
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
        destroys={consent === "may-lose-data"}
        onConfirm={() => actor.send({ type: "consent.give" })}
        onCancel={() => actor.send({ type: "consent.refuse" })}
      >
        {impact !== null && hasResponses(impact) && <ChangeImpactNotice impact={impact} />}
      </ConfirmDialog>
    </>
  )
}
