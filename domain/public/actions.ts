// Actions of instructions: schemas, defaults, checks, the end action, and deliveries of "Send to API".
export { Action, type ActionType, endActions, newAction } from "../actions/action.ts"
export {
  actionFindings,
  amountQuestionsBefore,
  amountQuestionTypes,
  amountSource,
  missingConnectionFindings,
} from "../actions/action-check.ts"
export { isEndpoint, providerNeedsEndpoint } from "../actions/action-fields.ts"
export {
  canRedeliver,
  type DeliveryAttempt,
  deliveryNameIn,
  deliveryRetentionMs,
  LoggedDelivery,
  readableBody,
} from "../actions/delivery.ts"
export {
  buildDeliveryPayload,
  type ConnectorParams,
  connectorPayload,
  mapperOf,
  type Payload,
  selectQuestions,
} from "../actions/delivery-payload.ts"
export {
  defaultTriggerPreset,
  deliveryWait,
  minTriggerAmount,
  secondsOf,
  setTriggerAmount,
  setTriggerPreset,
  type Trigger,
  type TriggerPreset,
  type TriggerUnit,
  triggerPresets,
  unitSeconds,
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
  maxStopMessageLength,
  metadataPlaceholder,
  normalizeEndUrl,
  setEndMessage,
  setEndUrl,
} from "../actions/end-action.ts"
export { fakeConversation, parseConversationId } from "../actions/fake-conversation.ts"
export {
  type AnswerFormat,
  type AnswerOption,
  answerFormats,
  answerOptions,
  chooseFormat,
  defaultPayloadStructure,
  type PayloadStructure,
  parsePayloadStructure,
  printPayloadStructure,
  type QuestionOption,
  questionOptions,
  type RecordKeyLabels,
  type RecordKeyProblem,
  recordKeyProblem,
  removeRecordKey,
  type StructureProblem,
  setRecordKey,
  structureProblems,
  toggleAnswerOption,
  toggleQuestionOption,
} from "../actions/payload-structure.ts"
export { deliveryRetryDelaysMs } from "../actions/retry-delays.ts"
