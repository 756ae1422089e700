// The privacy of respondents: when a chat can be anonymised, what is handed over of one person, and how a person is sought (decisions P1 to P4).

export { passIn } from "../privacy/person-search.ts"
export { type Delivered, type Given, handedOver } from "../privacy/personal-data-export.ts"
export { canBeAnonymised } from "../script/status.ts"
