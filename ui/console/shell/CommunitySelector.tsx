// Community selector in the header: a filtered list; Enter opens the only match [U9].
import { Button, Popover, UnstyledButton } from "@mantine/core"
import { IconBuildingCommunity, IconCheck, IconChevronDown } from "@tabler/icons-react"
import { Link, useNavigate } from "@tanstack/react-router"
import { useSelector } from "@xstate/react"
import { useState } from "react"
import { filterCommunities, findOnlyMatch } from "../../../domain/communities/community.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { FilterField } from "../../kit/FilterField.tsx"
import { useTranslate } from "../../kit/i18n.tsx"
import { useCommunities } from "../console-services.tsx"
import classes from "./CommunitySelector.module.css"
import buttons from "./HeaderButton.module.css"

export const CommunitySelector = ({ active }: { readonly active: string | undefined }) => {
  const t = useTranslate()
  const communities = useSelector(useCommunities(), ({ context }) => context.communities)
  const [opened, setOpened] = useState(false)
  const current = communities.find(({ slug }) => slug === active)
  const label = t("shell.select-community")
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" width={300} trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton
          className={`${buttons["button"]} ${classes["target"]}`}
          aria-label={current === undefined ? label : `${label}: ${current.name}`}
          onClick={() => setOpened(!opened)}
        >
          <IconBuildingCommunity size={18} aria-hidden="true" />
          <span className={classes["current"]}>{current?.name ?? label}</span>
          <IconChevronDown size={14} aria-hidden="true" />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={label} p="xs">
        <CommunityChoices active={active} onChosen={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}

const CommunityChoices = ({ active, onChosen }: { readonly active: string | undefined; readonly onChosen: () => void }) => {
  const t = useTranslate()
  const navigate = useNavigate()
  const actor = useCommunities()
  const { communities, failure } = useSelector(actor, ({ context }) => context)
  const isListed = useSelector(actor, (state) => state.hasTag("loaded"))
  const busy = useSelector(actor, (state) => state.hasTag("busy"))
  const [text, setText] = useState("")
  const found = filterCommunities(communities, text)
  const openOnlyMatch = () => {
    const only = findOnlyMatch(communities, text)
    if (only === undefined) return
    onChosen()
    void navigate({ to: "/chats/$communitySlug", params: { communitySlug: only.slug } })
  }
  return (
    <>
      <FilterField label={t("home.filter")} text={text} onChange={setText} onEnter={openOnlyMatch} hasInitialFocus />
      <ul className={classes["choices"]}>
        {text === "" && (
          <li>
            <Link to="/home" className={classes["choice"]} onClick={onChosen}>
              {t("shell.all-communities")}
            </Link>
          </li>
        )}
        {found.map(({ uuid, name, slug }) => (
          <li key={uuid}>
            <Link to="/chats/$communitySlug" params={{ communitySlug: slug }} className={classes["choice"]} onClick={onChosen}>
              <span>{name}</span>
              {slug === active && <IconCheck size={18} aria-hidden="true" />}
            </Link>
          </li>
        ))}
      </ul>
      {isListed && text !== "" && found.length === 0 && <output className={classes["none"]}>{t("home.filter.none")}</output>}
      {busy && <output className={classes["none"]}>{t("shell.loading")}</output>}
      {!isListed && !busy && (
        <>
          <FailureNotice failure={failure} />
          <Button
            variant="default"
            fullWidth
            mt="xs"
            onClick={({ currentTarget }) => {
              // Retrying removes the button, so the focus moves to the filter first.
              currentTarget.closest("[role=dialog]")?.querySelector("input")?.focus()
              actor.send({ type: "list.retry" })
            }}
          >
            {t("retry")}
          </Button>
        </>
      )}
    </>
  )
}
