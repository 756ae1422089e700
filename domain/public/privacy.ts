// The privacy of respondents: when a chat can be anonymised, what is handed over of one person, and how a person is sought (decisions P1 to P4).

export { extractAccessKey } from "../privacy/person-search.ts"
export { buildPersonalDataExport, type ExportedConversation, type ExportedDelivery } from "../privacy/personal-data-export.ts"
export { canAnonymize } from "../script/status.ts"
