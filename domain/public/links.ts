// Links to chats: addresses, people from a list with its columns mapped, duplicates, batches (spec/3-community §4).
export {
  anonymousAddress,
  type Bases,
  type ChatSlugProblem,
  chatSlugProblem,
  participantAddress,
  previewAddress,
  shortAddress,
  statsAddress,
} from "../links/addresses.ts"
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
export { type ListProblem, likelyEncodings, separatorOf } from "../links/list-file.ts"
export { batchEnds, batchSizes, linkAmount, linksOnPage, mostInBatch, mostLinks, type Person, personReader } from "../links/people.ts"
