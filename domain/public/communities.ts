// Communities: names and slugs, who may do what in them, what their side menus and their payments need (spec/1-console §6, §9).
export { Checkout, emptyCheckout, maskCheckout, unmaskCheckout } from "../communities/checkout-credentials.ts"
export {
  Community,
  type CommunityProblems,
  communityProblems,
  communityViolations,
  filterCommunities,
  nameLength,
  onlyMatch,
  reservedSlugs,
  slugLength,
  suggestSlug,
} from "../communities/community.ts"
export { hasRight, type Right, rights, rightsLevelOf } from "../communities/rights.ts"
export { maxSideMenuLinks, normalizeSideMenu, SideMenu, type SideMenuProblem, sideMenuProblems } from "../communities/side-menu.ts"
