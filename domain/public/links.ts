// Links to chats: URLs, importing lists of participants, duplicates, batches.

export {
  type ColumnMapping,
  findMappingProblems,
  guessMapping,
  type ListRows,
  listUniqueRowIndexes,
  type MappingProblem,
  type MappingTarget,
  mappingTargets,
  uniqueTargets,
} from "../links/column-mapping.ts"
export { findDuplicates, getIdentifierKey } from "../links/duplicates.ts"
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
} from "../links/respondent-urls.ts"
export type { PublicBaseUrls } from "../text/web-url.ts"
