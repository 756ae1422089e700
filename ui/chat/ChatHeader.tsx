/** @jsxImportSource preact */
// The menu beside the chat: the community's links and the branding. A dialog, so that keyboard and screen reader stay in it.
import { useRef } from "preact/hooks"
import type { SideMenu as Menu } from "../../domain/communities/side-menu.ts"
import { ChatIcon } from "./ChatIcon.tsx"
import { type AppliedStyle, styleValue } from "./chat-style.ts"
import { languageAttributes, useChatTexts } from "./chat-texts.ts"

type Given = { readonly community: string; readonly sideMenu: Menu; readonly isShown: boolean; readonly look: AppliedStyle }

export const SideMenu = ({ community, sideMenu, isShown, look }: Given) => {
  const { words } = useChatTexts()
  const dialog = useRef<HTMLDialogElement>(null)
  const logo = styleValue(look, "header-logo_content")
  const open = () => {
    if (dialog.current?.open === false) dialog.current.showModal()
  }
  return (
    <>
      <button class="round menu-button" type="button" aria-label={words("page.menu")} onClick={open}>
        <ChatIcon name="menu" />
      </button>
      {/* Shown as an attribute, it takes the focus from nobody: the author is at work around the frame. */}
      <dialog class="side-menu" aria-label={words("page.menu")} closedby="any" open={isShown} ref={dialog}>
        <div class="side-menu-content">
          <button class="round" type="button" aria-label={words("page.close")} onClick={() => dialog.current?.close()}>
            <ChatIcon name="close" />
          </button>
          {logo !== "" && styleValue(look, "sidemenu_logo-display") !== "none" && <img class="side-menu-logo" src={logo} alt="" />}
          <p class="side-menu-title">{community}</p>
          {sideMenu.links.length > 0 && (
            <ul>
              {sideMenu.links.map(({ content, url }) => (
                <li key={url}>
                  <a href={url} target="_blank" rel="noopener noreferrer">
                    {content}
                  </a>
                </li>
              ))}
            </ul>
          )}
          {styleValue(look, "sidemenu_copyright-display") !== "none" && <p class="side-menu-copyright">© {community}</p>}
        </div>
      </dialog>
    </>
  )
}

// The head of the page: the community's logo, the chat's title, the menu, and how far the conversation has come.

type HeaderProps = {
  readonly title: string
  /** The language of the title. */
  readonly language?: string
  readonly community: string
  readonly sideMenu: Menu
  /** The menu stands open without being asked for, in a preview. */
  readonly showsMenu?: boolean
  readonly look: AppliedStyle
  readonly percent: number
}

export const ChatHeader = ({ title, language, community, sideMenu, showsMenu = false, look, percent }: HeaderProps) => {
  const { words, language: spoken } = useChatTexts()
  const called = <bdi {...languageAttributes(language, spoken)}>{title}</bdi>
  const isShown = styleValue(look, "header_display") !== "none"
  const logo = styleValue(look, "header-logo_content")
  return (
    <header class={isShown && styleValue(look, "header_expanded") === "1" ? "expanded" : ""}>
      {isShown ? (
        <div class="bar">
          {logo !== "" && styleValue(look, "header-logo_display") !== "none" && <img class="logo" src={logo} alt={community} />}
          <h1>{called}</h1>
          {styleValue(look, "sidemenu_display") !== "none" && (
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
