// Communities: names and slugs, who may do what in them, what their side menus and their payments need (spec/1-console §6, §9).
export { Checkout, keptCheckout, maskedCheckout, noCheckout } from "../communities/checkout-credentials.ts"
export {
  Community,
  type CommunityProblems,
  communityProblems,
  communityViolations,
  matching,
  nameLength,
  onlyMatch,
  reservedSlugs,
  slugLength,
  slugOf,
} from "../communities/community.ts"
export { may, type Right, rights, standing } from "../communities/rights.ts"
export { keptSideMenu, mostLinks, SideMenu, type SideMenuProblem, sideMenuProblems } from "../communities/side-menu.ts"
