// What the command palette offers: chats, communities, screens and deeds, in the person's language.
import type { User } from "../../../domain/accounts/user.ts"
import type { PlainMessageKey } from "../../../domain/catalog/catalog.ts"
import type { Community } from "../../../domain/communities/community.ts"
import { hasRight } from "../../../domain/communities/rights.ts"
import type { Status } from "../../../domain/script/status.ts"
import type { Searchable } from "../../../domain/text/name-search.ts"
import type { PaletteChat } from "../../../machines/command-palette-machine.ts"

/** `href` is where it leads, in the console; without one it is a deed. */
export type PaletteEntry = Searchable & {
  readonly key: string
  readonly kind: "chat" | "community" | "screen" | "deed"
  /** What stands beside the name. */
  readonly about: string
  readonly status?: Status
  readonly href?: string
  readonly deed?: "scheme" | "language" | "sign-out"
}

type Given = {
  readonly user: User
  readonly communities: ReadonlyArray<Community>
  readonly chats: ReadonlyArray<PaletteChat>
  /** The slug of the community that is worked in. */
  readonly active: string | null
  readonly deeds: ReadonlyArray<{ readonly deed: NonNullable<PaletteEntry["deed"]>; readonly name: string }>
  readonly say: (key: PlainMessageKey) => string
}

export const listPaletteEntries = ({ user, communities, chats, active, deeds, say }: Given): ReadonlyArray<PaletteEntry> => {
  const nameOf = communities.find(({ slug }) => slug === active)?.name ?? ""
  const screen = (href: string, name: PlainMessageKey, about = ""): PaletteEntry => ({
    key: href,
    kind: "screen",
    name: say(name),
    about,
    href,
  })
  const own = active !== null && hasRight(user, "community.members", active)
  return [
    ...(active === null ? [] : [screen(`/chats/${active}`, "shell.chats", nameOf)]),
    ...chats.map(
      ({ community, script }): PaletteEntry => ({
        key: script.uuid,
        kind: "chat",
        name: script.name,
        also: [script.public_name, script.uuid, community.name, say(`status.${script.status}`)],
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
        also: [slug, say("shell.community")],
        about: say("shell.community"),
        href: `/chats/${slug}`,
      }),
    ),
    ...(own
      ? [
          screen(`/${active}/members`, "members.heading", nameOf),
          screen(`/${active}/options`, "options.heading", nameOf),
          screen(`/${active}/stylesheet`, "styling.heading", nameOf),
          screen(`/${active}/removal-chats`, "title.removals", nameOf),
        ]
      : []),
    screen("/home", "shell.all-communities"),
    ...(hasRight(user, "users.manage", null)
      ? [
          screen("/admin/user-management", "title.users", say("shell.admin")),
          screen("/admin/community-management", "title.communities", say("shell.admin")),
          screen("/admin/removal-management", "title.removals", say("shell.admin")),
        ]
      : []),
    screen("/account", "account.overview"),
    screen("/account/authentication", "title.authentication"),
    ...deeds.map(({ deed, name }): PaletteEntry => ({ key: deed, kind: "deed", name, about: "", deed })),
  ]
}
