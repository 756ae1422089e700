// Communities: names and slugs, rights, side menus, checkout credentials.

export { getRightsLevel, hasRight, type Right, rights } from "../accounts/rights.ts"
export { Checkout, emptyCheckout, maskCheckout, unmaskCheckout } from "../communities/checkout-credentials.ts"
export {
  Community,
  type CommunityProblems,
  communityProblems,
  communityViolations,
  filterCommunities,
  findOnlyMatch,
  nameLength,
  reservedSlugs,
  slugLength,
  suggestSlug,
} from "../communities/community.ts"
export { maxSideMenuLinks, normalizeSideMenu, SideMenu, type SideMenuProblem, sideMenuProblems } from "../communities/side-menu.ts"
