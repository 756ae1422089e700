// Privacy of respondents: anonymization, personal data export, and search for a person [P1–P4].

export { extractAccessKey } from "../privacy/person-search.ts"
export {
  type ExportedConversation,
  type ExportedDelivery,
  exportConversation,
} from "../privacy/personal-data-export.ts"
export { canAnonymize } from "../script/status.ts"
