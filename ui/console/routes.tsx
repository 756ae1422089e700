// The route tree of the console, with the routes of most signed-in pages; the others are in admin-routes.tsx and session-routes.tsx.
import { createRoute, notFound, redirect, useLocation } from "@tanstack/react-router"
import { canBeSlug } from "../../domain/communities/community.ts"
import { ScriptId } from "../../domain/script/script.ts"
import { adminRoutes } from "./admin-routes.tsx"
import { changePassword, login, logout, passwordReset, root, signedIn, start, wellKnown } from "./session-routes.tsx"

/** Parses the result of a connection's authorization, from which the user returns. */
const parseOutcome = ({ connection }: Record<string, unknown>): { readonly connection?: "authorized" | "refused" } =>
  connection === "authorized" || connection === "refused" ? { connection } : {}

const home = createRoute({
  getParentRoute: () => signedIn,
  path: "/home",
  staticData: { title: "title.home" },
  validateSearch: parseOutcome,
  loader: () => import("./home/HomePage.tsx"),
  component: () => {
    const { HomePage } = home.useLoaderData()
    const { connection = null } = home.useSearch()
    return <HomePage outcome={connection} />
  },
})

const chats = createRoute({
  getParentRoute: () => signedIn,
  path: "/chats/$communitySlug",
  staticData: { title: "title.chats" },
  loader: () => import("./chat-overview/ChatOverviewPage.tsx"),
  component: () => {
    const { ChatOverviewPage } = chats.useLoaderData()
    const { communitySlug } = chats.useParams()
    return <ChatOverviewPage key={communitySlug} community={communitySlug} list="active" />
  },
})

const archive = createRoute({
  getParentRoute: () => signedIn,
  path: "/chats/$communitySlug/archive",
  staticData: { title: "title.archive" },
  loader: () => import("./chat-overview/ChatOverviewPage.tsx"),
  component: () => {
    const { ChatOverviewPage } = archive.useLoaderData()
    const { communitySlug } = archive.useParams()
    return <ChatOverviewPage key={communitySlug} community={communitySlug} list="archive" />
  },
})

const chat = createRoute({
  getParentRoute: () => signedIn,
  path: "/chats/$communitySlug/$scriptUuid",
  staticData: { title: "title.chat" },
  loader: async ({ context }) => {
    const [machines, { ChatDetailsPage: ChatDetails }] = await Promise.all([
      context.loadChatDetailsMachines(),
      import("./chat-details/ChatDetailsPage.tsx"),
    ])
    return { machines, ChatDetails }
  },
  component: () => {
    const { machines, ChatDetails } = chat.useLoaderData()
    const { communitySlug, scriptUuid } = chat.useParams()
    return <ChatDetails key={scriptUuid} machines={machines} community={communitySlug} uuid={ScriptId.make(scriptUuid)} />
  },
})

const editor = createRoute({
  getParentRoute: () => signedIn,
  path: "/chats/$communitySlug/$scriptUuid/edit",
  staticData: { title: "title.editor" },
  // Flags without a value are passed through: the editor reads them from the address.
  validateSearch: (search: Record<string, unknown>): { readonly instruction?: number } => search,
  loader: async ({ context }) => {
    const [machines, { EditorPage: Editor }] = await Promise.all([context.loadEditorMachines(), import("./editor/EditorPage.tsx")])
    return { machines, Editor }
  },
  component: () => {
    const { machines, Editor } = editor.useLoaderData()
    const { communitySlug, scriptUuid } = editor.useParams()
    return <Editor key={scriptUuid} machines={machines} community={communitySlug} uuid={ScriptId.make(scriptUuid)} />
  },
})

const account = createRoute({
  getParentRoute: () => signedIn,
  path: "/account",
  staticData: { title: "title.account" },
  loader: async ({ context }) => {
    const [machines, { AccountOverviewPage: Account }] = await Promise.all([
      context.loadAccountMachines(),
      import("./account/AccountOverviewPage.tsx"),
    ])
    return { machines, Account }
  },
  component: () => {
    const { machines, Account } = account.useLoaderData()
    return <Account machines={machines} />
  },
})

const authentication = createRoute({
  getParentRoute: () => signedIn,
  path: "/account/authentication",
  staticData: { title: "title.authentication" },
  loader: async ({ context }) => {
    const [machines, { AuthenticationPage: Authentication }] = await Promise.all([
      context.loadAccountMachines(),
      import("./account/AuthenticationPage.tsx"),
    ])
    return { machines, Authentication }
  },
  component: () => {
    const { machines, Authentication } = authentication.useLoaderData()
    return <Authentication machines={machines} />
  },
})

const community = createRoute({
  getParentRoute: () => signedIn,
  path: "/$communitySlug",
  staticData: { title: "title.community" },
  beforeLoad: ({ params }) => {
    if (!canBeSlug(params.communitySlug)) throw notFound()
  },
  loader: () => import("./community/CommunityPage.tsx"),
  component: () => {
    const { CommunityPage } = community.useLoaderData()
    return <CommunityPage slug={community.useParams().communitySlug} />
  },
})

const stylesheet = createRoute({
  getParentRoute: () => signedIn,
  path: "/$communitySlug/stylesheet",
  staticData: { title: "title.styling" },
  loader: async ({ context }) => {
    const [machines, { StylingPage: Styling }] = await Promise.all([context.loadStylingMachines(), import("./styling/StylingPage.tsx")])
    return { machines, Styling }
  },
  component: () => {
    const { machines, Styling } = stylesheet.useLoaderData()
    const { communitySlug } = stylesheet.useParams()
    return <Styling key={communitySlug} machines={machines} slug={communitySlug} />
  },
})

const members = createRoute({
  getParentRoute: () => signedIn,
  path: "/$communitySlug/members",
  staticData: { title: "title.members" },
  loader: async ({ context }) => {
    const [machines, { CommunityMembersPage: Members }] = await Promise.all([
      context.loadCommunityMachines(),
      import("./community/CommunityMembersPage.tsx"),
    ])
    return { machines, Members }
  },
  component: () => {
    const { machines, Members } = members.useLoaderData()
    const { communitySlug } = members.useParams()
    return <Members key={communitySlug} machines={machines} slug={communitySlug} />
  },
})

const person = createRoute({
  getParentRoute: () => signedIn,
  path: "/$communitySlug/members/person",
  staticData: { title: "title.person" },
  loader: async ({ context }) => {
    const [machines, { PersonPage: Person }] = await Promise.all([context.loadCommunityMachines(), import("./community/PersonPage.tsx")])
    return { machines, Person }
  },
  component: () => {
    const { machines, Person } = person.useLoaderData()
    const { communitySlug } = person.useParams()
    // The query is in the history state: addresses are logged, and must not identify a person [P5].
    const query = useLocation({ select: ({ state }) => state.sought ?? "" })
    return <Person key={`${communitySlug} ${query}`} machines={machines} slug={communitySlug} query={query} />
  },
})

const options = createRoute({
  getParentRoute: () => signedIn,
  path: "/$communitySlug/options",
  staticData: { title: "title.options" },
  validateSearch: parseOutcome,
  loader: async ({ context }) => {
    const [machines, { CommunityOptionsPage: Options }] = await Promise.all([
      context.loadCommunityMachines(),
      import("./community/CommunityOptionsPage.tsx"),
    ])
    return { machines, Options }
  },
  component: () => {
    const { machines, Options } = options.useLoaderData()
    const { communitySlug } = options.useParams()
    const { connection = null } = options.useSearch()
    return <Options key={communitySlug} machines={machines} slug={communitySlug} outcome={connection} />
  },
})

const removals = createRoute({
  getParentRoute: () => signedIn,
  path: "/$communitySlug/removal-chats",
  staticData: { title: "title.removals" },
  loader: async ({ context }) => {
    const [machines, { CommunityRemovalsPage: CommunityRemovals }] = await Promise.all([
      context.loadRemovalMachines(),
      import("./removal/RemovalsPage.tsx"),
    ])
    return { machines, CommunityRemovals }
  },
  component: () => {
    const { machines, CommunityRemovals } = removals.useLoaderData()
    const { communitySlug } = removals.useParams()
    return <CommunityRemovals key={communitySlug} machines={machines} slug={communitySlug} />
  },
})

/** Alternative address of the chat overview. */
const chatsOfCommunity = createRoute({
  getParentRoute: () => signedIn,
  path: "/$communitySlug/chats",
  beforeLoad: ({ params }) => {
    throw redirect({ to: "/chats/$communitySlug", params, replace: true })
  },
})

export const routeTree = root.addChildren([
  start,
  login,
  logout,
  passwordReset,
  changePassword,
  wellKnown,
  signedIn.addChildren([
    home,
    chats,
    archive,
    chat,
    editor,
    account,
    authentication,
    ...adminRoutes,
    community,
    stylesheet,
    members,
    person,
    options,
    removals,
    chatsOfCommunity,
  ]),
])
