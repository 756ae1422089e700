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
} from "../links/column-mapping.ts"
export { duplicatePlaces, identifierKey } from "../links/duplicates.ts"
export { batchesOf, batchSizes, linkAmount, linksOnPage, mostInBatch, mostLinks, type Person, personOf } from "../links/people.ts"
