/** @jsxImportSource preact */
// The head of the page: the community's logo, the chat's title, the menu, and how far the conversation has come.
import type { SideMenu as Menu } from "../../domain/communities/side-menu.ts"
import { type Look, valueIn } from "./look.ts"
import { SideMenu } from "./SideMenu.tsx"
import { useSpeech } from "./speaking.ts"
import { wordedIn } from "./worded-in.ts"

type Given = {
  readonly title: string
  /** The language of the title. */
  readonly language?: string
  readonly community: string
  readonly sideMenu: Menu
  /** The menu stands open without being asked for, in a preview. */
  readonly showsMenu?: boolean
  readonly look: Look
  readonly percent: number
}

export const Header = ({ title, language, community, sideMenu, showsMenu = false, look, percent }: Given) => {
  const { words, language: spoken } = useSpeech()
  const called = <bdi {...wordedIn(language, spoken)}>{title}</bdi>
  const isShown = valueIn(look, "header_display") !== "none"
  const logo = valueIn(look, "header-logo_content")
  return (
    <header class={isShown && valueIn(look, "header_expanded") === "1" ? "expanded" : ""}>
      {isShown ? (
        <div class="bar">
          {logo !== "" && valueIn(look, "header-logo_display") !== "none" && <img class="logo" src={logo} alt={community} />}
          <h1>{called}</h1>
          {valueIn(look, "sidemenu_display") !== "none" && (
            <SideMenu community={community} sideMenu={sideMenu} isShown={showsMenu} look={look} />
          )}
        </div>
      ) : (
        <h1 class="unseen">{called}</h1>
      )}
      <progress aria-label={words("page.progress")} value={percent} max={100} />
    </header>
  )
}
