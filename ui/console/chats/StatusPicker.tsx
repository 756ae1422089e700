// The status badge of a script, the steps it offers and the consent a step needs. Shows the machine; decides nothing.
import { Loader, Menu, UnstyledButton } from "@mantine/core"
import { IconArchive, IconBroadcast, IconChevronDown, IconLock, IconPencil } from "@tabler/icons-react"
import { useSelector } from "@xstate/react"
import { picks, type Status, step } from "../../../domain/script/status.ts"
import type { StatusActor } from "../../../machines/chat-overview.ts"
import { Consent } from "../../kit/Consent.tsx"
import { useWords } from "../../kit/words.tsx"
import classes from "./StatusPicker.module.css"

const icons = { preparation: IconPencil, live: IconBroadcast, closed: IconLock, deleted: IconArchive } as const satisfies Record<
  Status,
  unknown
>

export const StatusPicker = ({ actor }: { readonly actor: StatusActor }) => {
  const t = useWords()
  const { status } = useSelector(actor, ({ context }) => context.script)
  const consent = useSelector(actor, (state) => (state.matches("asking") ? step(status, state.context.to) : null))
  const busy = useSelector(actor, (state) => state.hasTag("busy"))
  const Icon = icons[status]
  const word = t(`status.${status}`)
  return (
    <>
      <Menu disabled={busy} position="bottom-start" width={180}>
        <Menu.Target>
          <UnstyledButton
            className={classes["badge"]}
            data-status={status}
            aria-label={t("status.button", { status: word })}
            aria-busy={busy}
          >
            {busy ? <Loader size={16} type="oval" color="currentColor" /> : <Icon size={16} aria-hidden="true" />}
            {word}
            <IconChevronDown size={14} aria-hidden="true" />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {picks(status).map((to) => {
            const ItemIcon = icons[to]
            return (
              <Menu.Item
                key={to}
                leftSection={<ItemIcon size={18} aria-hidden="true" className={classes["icon"]} data-status={to} />}
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
