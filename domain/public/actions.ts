// What an instruction can do: shapes, defaults, the end action, and the wizard and the deliveries of "Send to API" (spec/2-editor §3–§5).
export { Action, type ActionType, endActions } from "../actions/action.ts"
export { actionFindings } from "../actions/check-action.ts"
export { type ConnectorParams, connectorPayload, mapperOf } from "../actions/connector.ts"
export {
  chooseEndAction,
  type EndAction,
  type EndParams,
  isOnlyMetadata,
  leftUrl,
  longestStopMessage,
  metadataPlaceholder,
  typeMessage,
  typeUrl,
} from "../actions/end.ts"
export { asksEndpoint, isEndpoint } from "../actions/endpoint.ts"
export { amountQuestions, amountSource, amountsBefore, missingParts } from "../actions/needs.ts"
export { newAction } from "../actions/new-action.ts"
export { fakeConversation, previewed } from "../actions/send-to-api/fake-conversation.ts"
export {
  calledIn,
  type DeliveryAttempt,
  deliveriesLast,
  LoggedDelivery,
  mayDeliverAgain,
  readableBody,
} from "../actions/send-to-api/logged.ts"
export { deliveryPauses } from "../actions/send-to-api/pauses.ts"
export { type Payload, payloadOf, questionsIn } from "../actions/send-to-api/payload.ts"
export { type KeyProblem, keyProblem, type Labels, withKey, withoutKey } from "../actions/send-to-api/record-keys.ts"
export {
  type AnswerFormat,
  type AnswerOption,
  answerFormats,
  answerOptions,
  chooseFormat,
  optionsOf,
  type QuestionOption,
  questionOptions,
  type Structure,
  type StructureProblem,
  structureOf,
  structureProblems,
  toggleAnswer,
  toggleQuestion,
  usualStructure,
} from "../actions/send-to-api/structure.ts"
export {
  deliveryWait,
  leastAmount,
  secondsOf,
  type Trigger,
  type TriggerPreset,
  type TriggerUnit,
  triggerPresets,
  unitSeconds,
  usualPreset,
  withAmount,
  withPreset,
} from "../actions/send-to-api/trigger.ts"
export {
  canSave,
  isStepReachable,
  isStepValid,
  type SendToApiParams,
  versionOf,
  type WizardStep,
  wizardSteps,
} from "../actions/send-to-api/wizard.ts"
