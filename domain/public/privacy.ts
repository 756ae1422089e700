// The privacy of respondents: when a chat can be anonymised, what is handed over of one person, and how a person is sought (decisions P1 to P4).
export { canBeAnonymised } from "../privacy/anonymise.ts"
export { type Delivered, type Given, handedOver } from "../privacy/handed-over.ts"
export { passIn } from "../privacy/sought.ts"
