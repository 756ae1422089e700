// Layout of all signed-in screens: header, menus, and the sign-in dialog that opens over a screen when its session ends.
import { Link, Outlet, useParams } from "@tanstack/react-router"
import { useActorRef, useSelector } from "@xstate/react"
import { canReachCommunity } from "../../../domain/communities/rights.ts"
import { useTranslate } from "../../kit/i18n.tsx"
import { CommandPaletteButton } from "../command-palette/CommandPaletteButton.tsx"
import { CommunitiesProvider, useConsoleServices } from "../console-services.tsx"
import { SignInDialog } from "../sign-in/SignInDialog.tsx"
import { AccountMenu } from "./AccountMenu.tsx"
import { CommunitySelector } from "./CommunitySelector.tsx"
import { ConsoleHeader } from "./ConsoleHeader.tsx"
import buttons from "./HeaderButton.module.css"

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
        end={<AccountMenu community={active} />}
      >
        <CommunitySelector active={communitySlug} />
        <nav aria-label={t("shell.main-menu")}>
          <Link to="/admin/user-management" activeProps={{ "aria-current": "page" }} className={`${buttons["button"]} ${buttons["wide"]}`}>
            {t("shell.admin")}
          </Link>
          {active !== null && (
            <Link
              to="/$communitySlug/members"
              params={{ communitySlug: active }}
              activeProps={{ "aria-current": "page" }}
              className={`${buttons["button"]} ${buttons["wide"]}`}
            >
              {t("shell.community")}
            </Link>
          )}
          {active !== null && (
            <Link
              to="/chats/$communitySlug"
              params={{ communitySlug: active }}
              activeOptions={{ exact: true }}
              className={buttons["button"]}
            >
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
