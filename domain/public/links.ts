// Links to chats: addresses, people from a list with its columns mapped, duplicates, batches (spec/3-community §4).

export {
  guessedMapping,
  type Lines,
  type Mapping,
  type MappingProblem,
  type MappingTarget,
  mappingProblems,
  mappingTargets,
  uniqueTargets,
  withoutDuplicates,
} from "../links/column-mapping.ts"
export { duplicatePlaces, identifierKey } from "../links/duplicates.ts"
export {
  batchEnds,
  batchSizes,
  linkAmount,
  linksOnPage,
  mostInBatch,
  mostLinks,
  type Person,
  personReader,
} from "../links/participant-links.ts"
export { type ListProblem, likelyEncodings, separatorOf } from "../links/participant-list.ts"
export {
  anonymousAddress,
  type Bases,
  type ChatSlugProblem,
  chatSlugProblem,
  participantAddress,
  previewAddress,
  shortAddress,
  statsAddress,
} from "../links/respondent-urls.ts"
