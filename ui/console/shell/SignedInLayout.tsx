// Layout of all signed-in screens: header, menus, and the sign-in dialog that opens over a screen when its session ends.
import { Link, Outlet, useLocation, useParams } from "@tanstack/react-router"
import { useActorRef, useSelector } from "@xstate/react"
import { canReachCommunity } from "../../../domain/accounts/rights.ts"
import { useTranslate } from "../../kit/i18n.tsx"
import { CommandPaletteButton } from "../command-palette/CommandPaletteButton.tsx"
import { CommunitiesProvider, useConsoleServices } from "../console-services.tsx"
import { SignInDialog } from "../sign-in/SignInDialog.tsx"
import { AccountMenu } from "./AccountMenu.tsx"
import { CommunitySelector } from "./CommunitySelector.tsx"
import { ConsoleHeader } from "./ConsoleHeader.tsx"
import buttons from "./HeaderButton.module.css"
import { findHeaderPlace, type HeaderPlace } from "./header-place.ts"

export const SignedInLayout = () => {
  const { session } = useConsoleServices()
  const user = useSelector(session, ({ context }) => context.user?.uuid)
  // The key remounts all screens when another user signs in.
  return <SignedInShell key={user} />
}

const SignedInShell = () => {
  const t = useTranslate()
  const { communities, session } = useConsoleServices()
  const actor = useActorRef(communities)
  const { communitySlug } = useParams({ strict: false })
  const user = useSelector(session, ({ context }) => context.user)
  const listed = useSelector(actor, (state) => (state.hasTag("loaded") ? state.context.communities : null))
  const place = useLocation({ select: ({ pathname }) => findHeaderPlace(pathname) })
  // A link is also the current one on the pages below it, where it does not lead to the page itself.
  const mark = (of: HeaderPlace) => ({ activeOptions: { exact: true }, "aria-current": place === of ? ("true" as const) : undefined })
  // Community links appear only for a community that exists and that the user can reach.
  const active = user !== null && communitySlug !== undefined && canReachCommunity(user, communitySlug, listed) ? communitySlug : null
  return (
    <CommunitiesProvider value={actor}>
      <ConsoleHeader
        renderBrand={({ className, children }) => (
          <Link to="/home" className={className}>
            {children}
          </Link>
        )}
        tools={<CommandPaletteButton active={active} />}
        end={<AccountMenu community={active} place={place} />}
      >
        <CommunitySelector active={communitySlug} />
        <nav aria-label={t("shell.main-menu")}>
          <Link to="/admin/user-management" {...mark("admin")} className={`${buttons["button"]} ${buttons["place"]}`}>
            {t("shell.admin")}
          </Link>
          {active !== null && (
            <Link
              to="/$communitySlug/members"
              params={{ communitySlug: active }}
              {...mark("community")}
              className={`${buttons["button"]} ${buttons["place"]}`}
            >
              {t("shell.community")}
            </Link>
          )}
          {active !== null && (
            <Link to="/chats/$communitySlug" params={{ communitySlug: active }} {...mark("chats")} className={buttons["button"]}>
              {t("shell.chats")}
            </Link>
          )}
        </nav>
      </ConsoleHeader>
      <Outlet />
      <SignInDialog />
    </CommunitiesProvider>
  )
}
