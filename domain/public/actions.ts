// What an instruction can do: shapes, defaults, the end action, and the wizard and the deliveries of "Send to API" (spec/2-editor §3–§5).
export { Action, type ActionType, endActions, newAction } from "../actions/action.ts"
export { actionFindings, amountQuestions, amountSource, amountsBefore, missingParts } from "../actions/action-check.ts"
export { asksEndpoint, isEndpoint } from "../actions/action-fields.ts"
export {
  calledIn,
  type DeliveryAttempt,
  deliveriesLast,
  LoggedDelivery,
  mayDeliverAgain,
  readableBody,
} from "../actions/delivery.ts"
export { type ConnectorParams, connectorPayload, mapperOf, type Payload, payloadOf, questionsIn } from "../actions/delivery-payload.ts"
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
} from "../actions/delivery-trigger.ts"
export {
  canSave,
  isStepReachable,
  isStepValid,
  type SendToApiParams,
  versionOf,
  type WizardStep,
  wizardSteps,
} from "../actions/delivery-validation.ts"
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
} from "../actions/end-action.ts"
export { fakeConversation, previewed } from "../actions/fake-conversation.ts"
export {
  type AnswerFormat,
  type AnswerOption,
  answerFormats,
  answerOptions,
  chooseFormat,
  type KeyProblem,
  keyProblem,
  type Labels,
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
  withKey,
  withoutKey,
} from "../actions/payload-structure.ts"
export { deliveryPauses } from "../actions/retry-delays.ts"
