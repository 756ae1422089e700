// The console's route table, row for row that of spec/1-console §2, as far as its screens exist.
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
  useLocation,
} from "@tanstack/react-router"
import { waitFor } from "xstate"
import type { PlainMessageKey } from "../../domain/catalog/catalog.ts"
import { couldBeSlug } from "../../domain/communities/community.ts"
import { ScriptId } from "../../domain/script/script.ts"
import type { ConsoleServices } from "./console-services.tsx"
import { isServerPath, parseSameOriginPath } from "./return-path.ts"
import { NotFoundPage } from "./shell/NotFoundPage.tsx"
import { RootLayout } from "./shell/RootLayout.tsx"
import { ErrorPage, LoadingPage } from "./shell/StatusPages.tsx"

const root = createRootRouteWithContext<ConsoleServices>()({
  component: RootLayout,
  notFoundComponent: NotFoundPage,
  errorComponent: ErrorPage,
})

const known = (session: ConsoleServices["session"]) => waitFor(session, (state) => state.hasTag("authenticated") || !state.hasTag("busy"))

/** What the server says: a copy on the device leads nobody away from a page that is for those who are not signed in. */
const told = (session: ConsoleServices["session"]) => waitFor(session, (state) => !state.hasTag("busy"))

const signIn = {
  staticData: { title: "title.sign-in" },
  validateSearch: ({ next }: Record<string, unknown>): { readonly next?: string } => (typeof next === "string" ? { next } : {}),
  component: lazyRouteComponent(() => import("./sign-in/SignInPage.tsx"), "SignInPage"),
} as const

/** The sign-in is no place for someone who is signed in. The router hands over the search as it came, whatever is validated. */
const onwards = async (session: ConsoleServices["session"], next: unknown): Promise<void> => {
  if (!(await told(session)).hasTag("authenticated")) return
  const href = parseSameOriginPath(next) ?? "/home"
  throw redirect({ href, replace: true, reloadDocument: isServerPath(href) })
}

const start = createRoute({
  ...signIn,
  getParentRoute: () => root,
  path: "/",
  beforeLoad: ({ context, search }) => onwards(context.session, search.next),
})

const login = createRoute({
  ...signIn,
  getParentRoute: () => root,
  path: "/login",
  beforeLoad: ({ context, search }) => onwards(context.session, search.next),
})

const logout = createRoute({
  getParentRoute: () => root,
  path: "/logout",
  beforeLoad: async ({ context: { session } }) => {
    if ((await known(session)).hasTag("authenticated")) session.send({ type: "sign.out" })
    const { value } = await told(session)
    throw redirect({ to: value === "signedIn" ? "/home" : "/", replace: true })
  },
})

const signedIn = createRoute({
  getParentRoute: () => root,
  id: "signed-in",
  component: lazyRouteComponent(() => import("./shell/SignedInLayout.tsx"), "SignedInLayout"),
  beforeLoad: async ({ context, location }) => {
    const session = await known(context.session)
    if (session.hasTag("authenticated")) return
    throw redirect({ to: "/login", search: session.context.leftByChoice ? {} : { next: location.href }, replace: true })
  },
})

/** What became of the authorisation of a connection from which one comes back. */
const outcomeIn = ({ connection }: Record<string, unknown>): { readonly connection?: "authorized" | "refused" } =>
  connection === "authorized" || connection === "refused" ? { connection } : {}

const home = createRoute({
  getParentRoute: () => signedIn,
  path: "/home",
  staticData: { title: "title.home" },
  validateSearch: outcomeIn,
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
  remountDeps: ({ params }) => params,
  component: lazyRouteComponent(() => import("./chat-overview/ChatOverviewPage.tsx"), "ChatOverviewPage"),
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
  // Flags without a value stay as they came: the editor reads them from the address.
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

/** For those who are not signed in; others are led to their communities (spec/3-community §2). */
const elsewhere = async (session: ConsoleServices["session"]): Promise<void> => {
  if ((await told(session)).hasTag("authenticated")) throw redirect({ to: "/home", replace: true })
}

const passwordReset = createRoute({
  getParentRoute: () => root,
  path: "/password-reset",
  staticData: { title: "title.password-reset" },
  beforeLoad: ({ context }) => elsewhere(context.session),
  loader: async ({ context }) => {
    const [{ passwordReset: machine }, { RequestPasswordResetPage: ResetPassword }] = await Promise.all([
      context.loadAccountMachines(),
      import("./sign-in/PasswordResetPages.tsx"),
    ])
    return { machine, ResetPassword }
  },
  component: () => {
    const { machine, ResetPassword } = passwordReset.useLoaderData()
    return <ResetPassword machine={machine} />
  },
})

const changePassword = createRoute({
  getParentRoute: () => root,
  path: "/change-password/$token",
  staticData: { title: "title.change-password" },
  beforeLoad: ({ context }) => elsewhere(context.session),
  loader: async ({ context }) => {
    const [{ passwordChange: machine }, { SetNewPasswordPage: ChangePassword }] = await Promise.all([
      context.loadAccountMachines(),
      import("./sign-in/PasswordResetPages.tsx"),
    ])
    return { machine, ChangePassword }
  },
  component: () => {
    const { machine, ChangePassword } = changePassword.useLoaderData()
    const { token } = changePassword.useParams()
    return <ChangePassword key={token} machine={machine} token={token} />
  },
})

const wellKnown = createRoute({
  getParentRoute: () => root,
  path: "/.well-known/change-password",
  beforeLoad: () => {
    throw redirect({ to: "/account/authentication", replace: true })
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

const admin = createRoute({
  getParentRoute: () => signedIn,
  path: "/admin",
  staticData: { title: "title.admin" },
  beforeLoad: () => {
    throw redirect({ to: "/admin/user-management", replace: true })
  },
})

const users = createRoute({
  getParentRoute: () => signedIn,
  path: "/admin/user-management",
  staticData: { title: "title.users" },
  loader: async ({ context }) => {
    const [machines, { UserManagementPage: Users }] = await Promise.all([
      context.loadAdminMachines(),
      import("./admin/UserManagementPage.tsx"),
    ])
    return { machines, Users }
  },
  component: () => {
    const { machines, Users } = users.useLoaderData()
    return <Users machine={machines.users} />
  },
})

const communities = createRoute({
  getParentRoute: () => signedIn,
  path: "/admin/community-management",
  staticData: { title: "title.communities" },
  loader: async ({ context }) => {
    const [machines, { CommunityManagementPage: Communities }] = await Promise.all([
      context.loadAdminMachines(),
      import("./admin/CommunityManagementPage.tsx"),
    ])
    return { machines, Communities }
  },
  component: () => {
    const { machines, Communities } = communities.useLoaderData()
    return <Communities machine={machines.communities} />
  },
})

const allRemovals = createRoute({
  getParentRoute: () => signedIn,
  path: "/admin/removal-management",
  staticData: { title: "title.removals" },
  loader: async ({ context }) => {
    const [machines, { AllRemovalsPage: AllRemovals }] = await Promise.all([
      context.loadRemovalMachines(),
      import("./removal/RemovalsPage.tsx"),
    ])
    return { machines, AllRemovals }
  },
  component: () => {
    const { machines, AllRemovals } = allRemovals.useLoaderData()
    return <AllRemovals machines={machines} />
  },
})

/** The community's own address leads where the header's link does. */
const community = createRoute({
  getParentRoute: () => signedIn,
  path: "/$communitySlug",
  staticData: { title: "title.community" },
  beforeLoad: ({ params }) => {
    if (!couldBeSlug(params.communitySlug)) throw notFound()
    throw redirect({ to: "/$communitySlug/members", params, replace: true })
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
    // Addresses are logged: whom it is about is not in them.
    const sought = useLocation({ select: ({ state }) => state.sought ?? "" })
    return <Person key={`${communitySlug} ${sought}`} machines={machines} slug={communitySlug} query={sought} />
  },
})

const options = createRoute({
  getParentRoute: () => signedIn,
  path: "/$communitySlug/options",
  staticData: { title: "title.options" },
  validateSearch: outcomeIn,
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

/** Where leaving the editor leads to, by the specification's own address of it (spec/1-console §2 "App shell"). */
const chatsOfCommunity = createRoute({
  getParentRoute: () => signedIn,
  path: "/$communitySlug/chats",
  beforeLoad: ({ params }) => {
    throw redirect({ to: "/chats/$communitySlug", params, replace: true })
  },
})

const table = root.addChildren([
  start,
  login,
  logout,
  passwordReset,
  changePassword,
  wellKnown,
  signedIn.addChildren([
    home,
    chats,
    chat,
    editor,
    account,
    authentication,
    admin,
    users,
    communities,
    allRemovals,
    community,
    stylesheet,
    members,
    person,
    options,
    removals,
    chatsOfCommunity,
  ]),
])

/** After a change of screen the focus is in the new one, unless something there, or in a dialog over it, has taken it already. */
const focusContent = (): void => {
  const content = document.getElementById("content")
  const holder = document.activeElement
  if (!content?.contains(holder) && !holder?.closest("[role=dialog]")) content?.focus({ preventScroll: true })
}

/** The router of the console, on the actors that the wiring made. Whoever comes or goes is sent on by the guards. */
export const createConsoleRouter = (wired: ConsoleServices) => {
  const router = createRouter({
    routeTree: table,
    context: wired,
    defaultPreload: "intent",
    defaultPendingComponent: LoadingPage,
    scrollRestoration: true,
  })
  const who = () => {
    const state = wired.session.getSnapshot()
    return state.hasTag("authenticated") ? (state.context.user?.uuid ?? "") : null
  }
  let last = who()
  // A page that is opened begins at its top; who comes from the sign-in has changed screens.
  let comesFromSignIn = last !== null
  router.subscribe("onResolved", ({ fromLocation, pathChanged }) => {
    if (comesFromSignIn || (fromLocation !== undefined && pathChanged)) focusContent()
    comesFromSignIn = false
  })
  wired.session.subscribe(() => {
    if (who() === last) return
    last = who()
    void router.invalidate()
  })
  return router
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>
  }
  interface HistoryState {
    /** Who is sought at once on the page about a person. */
    sought?: string
  }
  interface StaticDataRouteOption {
    title?: PlainMessageKey
  }
}
