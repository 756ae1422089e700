// Links to chats: URLs, importing lists of participants, duplicates, batches.

export {
  type ColumnMapping,
  guessMapping,
  type ListRows,
  listUniqueRowIndexes,
  type MappingProblem,
  type MappingTarget,
  mappingProblems,
  mappingTargets,
  uniqueTargets,
} from "../links/column-mapping.ts"
export { findDuplicates, identifierKey } from "../links/duplicates.ts"
export {
  computeBatchEnds,
  createParticipantReader,
  linksPerPage,
  listBatchSizes,
  maxBatchSize,
  maxLinks,
  type Participant,
  parseLinkAmount,
} from "../links/participant-links.ts"
export { detectEncodings, detectSeparator, type ListProblem } from "../links/participant-list.ts"
export {
  buildAnonymousUrl,
  buildParticipantUrl,
  buildPreviewUrl,
  buildShortUrl,
  buildStatsUrl,
  type ChatSlugProblem,
  chatSlugProblem,
  type PublicBaseUrls,
} from "../links/respondent-urls.ts"
