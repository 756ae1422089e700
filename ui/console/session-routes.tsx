// Route guards, and the routes of sign-in, sign-out and forgotten passwords; also the parents of all other routes.
import { createRootRouteWithContext, createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router"
import { waitFor } from "xstate"
import type { ConsoleServices } from "./console-services.tsx"
import { isServerPath, parseSameOriginPath } from "./return-path.ts"
import { NotFoundPage } from "./shell/NotFoundPage.tsx"
import { RootLayout } from "./shell/RootLayout.tsx"
import { ErrorPage } from "./shell/StatusPages.tsx"

export const root = createRootRouteWithContext<ConsoleServices>()({
  component: RootLayout,
  notFoundComponent: NotFoundPage,
  errorComponent: ErrorPage,
})

/** Waits until the server or the session stored on this device says whether a user is signed in. */
const waitForSession = (session: ConsoleServices["session"]) =>
  waitFor(session, (state) => state.hasTag("authenticated") || !state.hasTag("busy"))

/** Waits for the server to answer: a session restored from this device must not redirect away from a page meant for signed-out visitors. */
const waitForServer = (session: ConsoleServices["session"]) => waitFor(session, (state) => !state.hasTag("busy"))

const signIn = {
  staticData: { title: "title.sign-in" },
  validateSearch: ({ next }: Record<string, unknown>): { readonly next?: string } => (typeof next === "string" ? { next } : {}),
  component: lazyRouteComponent(() => import("./sign-in/SignInPage.tsx"), "SignInPage"),
} as const

/** Redirects a signed-in user away from the sign-in page. The router passes the raw search parameters, so they are validated here. */
const redirectSignedIn = async (session: ConsoleServices["session"], next: unknown): Promise<void> => {
  if (!(await waitForServer(session)).hasTag("authenticated")) return
  const href = parseSameOriginPath(next) ?? "/home"
  throw redirect({ href, replace: true, reloadDocument: isServerPath(href) })
}

export const start = createRoute({
  ...signIn,
  getParentRoute: () => root,
  path: "/",
  beforeLoad: ({ context, search }) => redirectSignedIn(context.session, search.next),
})

export const login = createRoute({
  ...signIn,
  getParentRoute: () => root,
  path: "/login",
  beforeLoad: ({ context, search }) => redirectSignedIn(context.session, search.next),
})

export const logout = createRoute({
  getParentRoute: () => root,
  path: "/logout",
  beforeLoad: async ({ context: { session } }) => {
    if ((await waitForSession(session)).hasTag("authenticated")) session.send({ type: "sign.out" })
    const { value } = await waitForServer(session)
    throw redirect({ to: value === "signedIn" ? "/home" : "/", replace: true })
  },
})

export const signedIn = createRoute({
  getParentRoute: () => root,
  id: "signed-in",
  component: lazyRouteComponent(() => import("./shell/SignedInLayout.tsx"), "SignedInLayout"),
  beforeLoad: async ({ context, location }) => {
    const session = await waitForSession(context.session)
    if (session.hasTag("authenticated")) return
    throw redirect({ to: "/login", search: session.context.isSignedOutByUser ? {} : { next: location.href }, replace: true })
  },
})

/** Guards pages for signed-out visitors: redirects signed-in users to their communities. */
const redirectHome = async (session: ConsoleServices["session"]): Promise<void> => {
  if ((await waitForServer(session)).hasTag("authenticated")) throw redirect({ to: "/home", replace: true })
}

export const passwordReset = createRoute({
  getParentRoute: () => root,
  path: "/password-reset",
  staticData: { title: "title.password-reset" },
  beforeLoad: ({ context }) => redirectHome(context.session),
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

export const changePassword = createRoute({
  getParentRoute: () => root,
  path: "/change-password/$token",
  staticData: { title: "title.change-password" },
  beforeLoad: ({ context }) => redirectHome(context.session),
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

/** The well-known address that password managers open to change a password. */
export const wellKnown = createRoute({
  getParentRoute: () => root,
  path: "/.well-known/change-password",
  beforeLoad: () => {
    throw redirect({ to: "/account/authentication", replace: true })
  },
})
