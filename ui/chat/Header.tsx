/** @jsxImportSource preact */
// The head of the page: the community's logo, the chat's title, the menu, and how far the conversation has come.
import type { SideMenu as Menu } from "../../domain/communities/side-menu.ts"
import { type Look, valueIn } from "./look.ts"
import { SideMenu } from "./SideMenu.tsx"
import { useSpeech } from "./speaking.ts"

type Given = {
  readonly title: string
  readonly community: string
  readonly sideMenu: Menu
  readonly look: Look
  readonly percent: number
}

export const Header = ({ title, community, sideMenu, look, percent }: Given) => {
  const { words } = useSpeech()
  const isShown = valueIn(look, "header_display") !== "none"
  const logo = valueIn(look, "header-logo_content")
  return (
    <header class={isShown && valueIn(look, "header_expanded") === "1" ? "expanded" : ""}>
      {isShown ? (
        <div class="bar">
          {logo !== "" && valueIn(look, "header-logo_display") !== "none" && <img class="logo" src={logo} alt={community} />}
          <h1>{title}</h1>
          {valueIn(look, "sidemenu_display") !== "none" && <SideMenu community={community} sideMenu={sideMenu} look={look} />}
        </div>
      ) : (
        <h1 class="unseen">{title}</h1>
      )}
      <progress aria-label={words("page.progress")} value={percent} max={100} />
    </header>
  )
}
