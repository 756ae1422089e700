/** @jsxImportSource preact */
// The menu beside the chat: the community's links and the branding. A dialog, so that keyboard and screen reader stay in it.
import { useRef } from "preact/hooks"
import type { SideMenu as Menu } from "../../domain/communities/side-menu.ts"
import { Icon } from "./Icon.tsx"
import { type Look, valueIn } from "./look.ts"
import { useSpeech } from "./speaking.ts"

type Given = { readonly community: string; readonly sideMenu: Menu; readonly isShown: boolean; readonly look: Look }

export const SideMenu = ({ community, sideMenu, isShown, look }: Given) => {
  const { words } = useSpeech()
  const dialog = useRef<HTMLDialogElement>(null)
  const logo = valueIn(look, "header-logo_content")
  const open = () => {
    if (dialog.current?.open === false) dialog.current.showModal()
  }
  return (
    <>
      <button class="round menu-button" type="button" aria-label={words("page.menu")} onClick={open}>
        <Icon name="menu" />
      </button>
      {/* Shown as an attribute, it takes the focus from nobody: the author is at work around the frame. */}
      <dialog class="side-menu" aria-label={words("page.menu")} closedby="any" open={isShown} ref={dialog}>
        <div class="side-menu-content">
          <button class="round" type="button" aria-label={words("page.close")} onClick={() => dialog.current?.close()}>
            <Icon name="close" />
          </button>
          {logo !== "" && valueIn(look, "sidemenu_logo-display") !== "none" && <img class="side-menu-logo" src={logo} alt="" />}
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
          {valueIn(look, "sidemenu_copyright-display") !== "none" && <p class="side-menu-copyright">© {community}</p>}
        </div>
      </dialog>
    </>
  )
}
