// The entries of the command palette: chats, communities, screens and commands, in the language of the user.

import { hasRight } from "../../../domain/accounts/rights.ts"
import type { User } from "../../../domain/accounts/user.ts"
import type { PlainMessageKey } from "../../../domain/catalog/catalog.ts"
import type { Community } from "../../../domain/communities/community.ts"
import type { Status } from "../../../domain/script/status.ts"
import type { Searchable } from "../../../domain/text/name-search.ts"
import type { PaletteChat } from "../../../machines/command-palette-machine.ts"

/** `href` is a path of the console; an entry without one is a command. */
export type PaletteEntry = Searchable & {
  readonly key: string
  readonly kind: "chat" | "community" | "screen" | "command"
  /** Text shown beside the name. */
  readonly about: string
  readonly status?: Status
  readonly href?: string
  readonly command?: "scheme" | "language" | "sign-out"
}

type PaletteEntryInput = {
  readonly user: User
  readonly communities: ReadonlyArray<Community>
  readonly chats: ReadonlyArray<PaletteChat>
  /** The slug of the current community. */
  readonly active: string | null
  readonly commands: ReadonlyArray<{ readonly command: NonNullable<PaletteEntry["command"]>; readonly name: string }>
  readonly translate: (key: PlainMessageKey) => string
}

export const listPaletteEntries = ({
  user,
  communities,
  chats,
  active,
  commands,
  translate,
}: PaletteEntryInput): ReadonlyArray<PaletteEntry> => {
  const communityName = communities.find(({ slug }) => slug === active)?.name ?? ""
  const buildScreenEntry = (href: string, name: PlainMessageKey, about = ""): PaletteEntry => ({
    key: href,
    kind: "screen",
    name: translate(name),
    about,
    href,
  })
  const mayManage = active !== null && hasRight(user, "community.members", active)
  return [
    ...(active === null ? [] : [buildScreenEntry(`/chats/${active}`, "shell.chats", communityName)]),
    ...chats.map(
      ({ community, script }): PaletteEntry => ({
        key: script.uuid,
        kind: "chat",
        name: script.name,
        also: [script.public_name, script.uuid, community.name, translate(`status.${script.status}`)],
        about: community.name,
        status: script.status,
        href: `/chats/${community.slug}/${script.uuid}`,
      }),
    ),
    ...communities.map(
      ({ uuid, name, slug }): PaletteEntry => ({
        key: uuid,
        kind: "community",
        name,
        also: [slug, translate("shell.community")],
        about: translate("shell.community"),
        href: `/chats/${slug}`,
      }),
    ),
    ...(mayManage
      ? [
          buildScreenEntry(`/${active}/members`, "members.heading", communityName),
          buildScreenEntry(`/${active}/options`, "options.heading", communityName),
          buildScreenEntry(`/${active}/stylesheet`, "styling.heading", communityName),
          buildScreenEntry(`/${active}/removal-chats`, "title.removals", communityName),
        ]
      : []),
    buildScreenEntry("/home", "shell.all-communities"),
    ...(hasRight(user, "users.manage", null)
      ? [
          buildScreenEntry("/admin/user-management", "title.users", translate("shell.admin")),
          buildScreenEntry("/admin/community-management", "title.communities", translate("shell.admin")),
          buildScreenEntry("/admin/removal-management", "title.removals", translate("shell.admin")),
        ]
      : []),
    buildScreenEntry("/account", "account.overview"),
    buildScreenEntry("/account/authentication", "title.authentication"),
    ...commands.map(({ command, name }): PaletteEntry => ({ key: command, kind: "command", name, about: "", command })),
  ]
}
