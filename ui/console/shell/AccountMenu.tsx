// Account menu in the header.

import { Menu, UnstyledButton } from "@mantine/core"
import { IconBuildingCommunity, IconChevronDown, IconLogout, IconSettings, IconUserCircle } from "@tabler/icons-react"
import { Link, useNavigate } from "@tanstack/react-router"
import { useSelector } from "@xstate/react"
import { useTranslate } from "../../kit/i18n.tsx"
import { useConsoleServices } from "../console-services.tsx"
import buttons from "./HeaderButton.module.css"
import type { HeaderPlace } from "./header-place.ts"

/** Signs out by navigating to /logout, so that a screen with unsaved work can ask first. */
export const useSignOut = (): (() => void) => {
  const navigate = useNavigate()
  return () => void navigate({ to: "/logout" })
}

type Props = {
  /** The slug of the active community. */
  readonly community: string | null
  readonly place?: HeaderPlace | null
}

export const AccountMenu = ({ community, place = null }: Props) => {
  const t = useTranslate()
  const { session } = useConsoleServices()
  const signOut = useSignOut()
  const user = useSelector(session, ({ context }) => context.user)
  const mark = (of: HeaderPlace) => ({ "aria-current": place === of ? ("true" as const) : undefined })
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <UnstyledButton className={buttons["button"]} aria-label={t("shell.account")} {...mark("account")}>
          <IconUserCircle size={20} aria-hidden="true" />
          <IconChevronDown size={14} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t("shell.signed-in-as", { username: user?.username ?? "" })}</Menu.Label>
        <Menu.Item component={Link} to="/account" {...mark("account")} leftSection={<IconUserCircle size={18} aria-hidden="true" />}>
          {t("account.overview")}
        </Menu.Item>
        {community !== null && (
          <Menu.Item
            renderRoot={(props: object) => <Link to="/$communitySlug/members" params={{ communitySlug: community }} {...props} />}
            {...mark("community")}
            leftSection={<IconBuildingCommunity size={18} aria-hidden="true" />}
          >
            {t("shell.community")}
          </Menu.Item>
        )}
        <Menu.Item
          component={Link}
          to="/admin/user-management"
          {...mark("admin")}
          leftSection={<IconSettings size={18} aria-hidden="true" />}
        >
          {t("shell.admin")}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={18} aria-hidden="true" />} onClick={signOut}>
          {t("shell.logout")}
        </Menu.Item>
        <Menu.Label>
          {t("product.name")} {import.meta.env["VITE_PRODUCT_VERSION"]}
        </Menu.Label>
      </Menu.Dropdown>
    </Menu>
  )
}
