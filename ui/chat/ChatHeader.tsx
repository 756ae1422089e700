/** @jsxImportSource preact */
// Header of the chat page (logo, title, progress) and its side menu with the community's links.
import { useRef } from "preact/hooks"
import type { SideMenu as Menu } from "../../domain/communities/side-menu.ts"
import { getLinkText } from "../../domain/text/translations.ts"
import { ChatIcon } from "./ChatIcon.tsx"
import { type AppliedStyle, styleValue } from "./chat-style.ts"
import { languageAttributes, useChatTexts } from "./chat-texts.ts"

type SideMenuProps = { readonly community: string; readonly sideMenu: Menu; readonly isShown: boolean; readonly style: AppliedStyle }

/** The side menu is a modal dialog, so that keyboard and screen reader stay in it. */
export const SideMenu = ({ community, sideMenu, isShown, style }: SideMenuProps) => {
  const { words, language } = useChatTexts()
  const dialog = useRef<HTMLDialogElement>(null)
  const logo = styleValue(style, "header-logo_content")
  const openMenu = () => {
    if (dialog.current?.open === false) dialog.current.showModal()
  }
  return (
    <>
      <button class="round menu-button" type="button" aria-label={words("page.menu")} onClick={openMenu}>
        <ChatIcon name="menu" />
      </button>
      {/* In a preview, the `open` attribute shows the dialog without taking the focus from the author's fields outside the frame. */}
      <dialog class="side-menu" aria-label={words("page.menu")} closedby="any" open={isShown} ref={dialog}>
        <div class="side-menu-content">
          <button class="round" type="button" aria-label={words("page.close")} onClick={() => dialog.current?.close()}>
            <ChatIcon name="close" />
          </button>
          {logo !== "" && styleValue(style, "sidemenu_logo-display") !== "none" && <img class="side-menu-logo" src={logo} alt="" />}
          <p class="side-menu-title">{community}</p>
          {sideMenu.links.length > 0 && (
            <ul>
              {sideMenu.links.map((link) => (
                <li key={link.url}>
                  <a href={link.url} target="_blank" rel="noopener noreferrer">
                    {getLinkText(link, language)}
                  </a>
                </li>
              ))}
            </ul>
          )}
          {styleValue(style, "sidemenu_copyright-display") !== "none" && <p class="side-menu-copyright">© {community}</p>}
        </div>
      </dialog>
    </>
  )
}

type ChatHeaderProps = {
  readonly title: string
  /** The language of the title. */
  readonly language?: string
  readonly community: string
  readonly sideMenu: Menu
  /** Shows the menu open, for the preview. */
  readonly showsMenu?: boolean
  readonly style: AppliedStyle
  readonly percent: number
}

export const ChatHeader = ({ title, language, community, sideMenu, showsMenu = false, style, percent }: ChatHeaderProps) => {
  const { words, language: conversationLanguage } = useChatTexts()
  const titleElement = <bdi {...languageAttributes(language, conversationLanguage)}>{title}</bdi>
  const isShown = styleValue(style, "header_display") !== "none"
  const logo = styleValue(style, "header-logo_content")
  return (
    <header class={isShown && styleValue(style, "header_expanded") === "1" ? "expanded" : ""}>
      {isShown ? (
        <div class="bar">
          {logo !== "" && styleValue(style, "header-logo_display") !== "none" && <img class="logo" src={logo} alt={community} />}
          <h1>{titleElement}</h1>
          {styleValue(style, "sidemenu_display") !== "none" && (
            <SideMenu community={community} sideMenu={sideMenu} isShown={showsMenu} style={style} />
          )}
        </div>
      ) : (
        <h1 class="unseen">{titleElement}</h1>
      )}
      <progress aria-label={words("page.progress")} value={percent} max={100} />
    </header>
  )
}
