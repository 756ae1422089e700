// A second user who works on the same server through the API.

import { createCommunitiesApi } from "../../adapters/api/communities-api.ts"
import { createConnectionsApi, createDataPointsApi } from "../../adapters/api/connections-api.ts"
import { createHttpClient } from "../../adapters/api/http-client.ts"
import { createRemovalsApi, createScriptsApi } from "../../adapters/api/scripts-api.ts"
import { createStyleApi } from "../../adapters/api/style-api.ts"
import { createUsersApi } from "../../adapters/api/users-api.ts"
import type { Role } from "../../domain/accounts/user.ts"
import type { SideMenu } from "../../domain/communities/side-menu.ts"
import type { Participant } from "../../domain/links/participant-links.ts"
import { admin } from "../fixtures/program.ts"

/** Signs in through the API. Rejects when the sign-in or a call fails. */
export const createApiClient = async (address: string, credentials: { readonly username: string; readonly password: string } = admin) => {
  const cookies = new Map<string, string>()
  const header = () => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")
  const call = async (path: string, method: string, body?: object | ReadonlyArray<unknown>): Promise<unknown> => {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: { accept: "application/json", cookie: header(), ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  const token = await call("/login", "GET")
  await call("/api/login", "POST", { ...credentials, csrf: Object.values(Object(token))[0] })
  const signedIn = createHttpClient(`${address}/`).extend({ headers: { cookie: header() } })
  const [users, communities] = [createUsersApi(signedIn), createCommunitiesApi(signedIn)]
  return {
    addCommunity: (name: string, slug: string) => call("/api/communities", "PUT", { name, slug }),
    /** Adds a user, by username, to a community, by slug, or changes their role there. */
    join: async (username: string, slug: string, role: Role = "ROLE_USER") => {
      const [user, community] = await Promise.all([
        users.list(undefined).then((all) => all.find((user) => user.username === username)),
        communities.list(undefined).then((all) => all.find((community) => community.slug === slug)),
      ])
      return users.saveMembership({ user: user?.uuid ?? "", community: community?.uuid ?? "", role })
    },
    /** Saves the side menu of a community, by slug. */
    saveSideMenu: async (slug: string, sideMenu: SideMenu) => {
      const community = (await communities.list(undefined)).find((community) => community.slug === slug)
      return createStyleApi(signedIn).saveSideMenu({ community: community?.uuid ?? "", sideMenu })
    },
    addUser: (user: { readonly username: string; readonly email: string; readonly password: string }) => call("/api/users", "PUT", user),
    makeUniqueLinks: (community: string, script: string, people: ReadonlyArray<Participant>) =>
      call(`/api/${community}/chat-scripts/${script}/get-unique-links`, "POST", people),
    connections: createConnectionsApi(signedIn),
    dataPoints: createDataPointsApi(signedIn),
    removals: createRemovalsApi(signedIn),
    scripts: createScriptsApi(signedIn),
  }
}
export type ApiClient = Awaited<ReturnType<typeof createApiClient>>
