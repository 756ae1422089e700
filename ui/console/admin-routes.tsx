// The routes of the pages for platform administrators.
import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { signedIn } from "./session-routes.tsx"

const admin = createRoute({
  getParentRoute: () => signedIn,
  path: "/admin",
  staticData: { title: "title.admin" },
  component: lazyRouteComponent(() => import("./admin/AdminPage.tsx"), "AdminPage"),
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

export const adminRoutes = [admin, users, communities, allRemovals] as const
