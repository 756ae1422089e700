// Actions of instructions: schemas, defaults, checks, the end action, and deliveries of "Send to API".

export {
  actionFindings,
  amountQuestionTypes,
  listAmountQuestionsBefore,
  missingConnectionFindings,
} from "../actions/action-check.ts"
export { isEndpoint, providerNeedsEndpoint } from "../actions/action-fields.ts"
export {
  canRedeliver,
  type DeliveryAttempt,
  deliveryRetentionMs,
  deliveryRetryDelaysMs,
  findDeliveryName,
  formatBody,
  LoggedDelivery,
} from "../actions/delivery.ts"
export {
  buildConnectorPayload,
  buildDeliveryPayload,
  type ConnectorParams,
  getMapper,
  type Payload,
  selectQuestions,
} from "../actions/delivery-payload.ts"
export {
  defaultTriggerPreset,
  getDeliveryWait,
  minTriggerAmount,
  setTriggerAmount,
  setTriggerPreset,
  type Trigger,
  type TriggerPreset,
  type TriggerUnit,
  toSeconds,
  triggerPresets,
  unitSeconds,
} from "../actions/delivery-trigger.ts"
export { canSave, getPayloadVersion, isStepReachable, isStepValid, type WizardStep, wizardSteps } from "../actions/delivery-validation.ts"
export {
  chooseEndAction,
  type EndAction,
  type EndParams,
  hasMetadataOnlyHost,
  metadataPlaceholder,
  normalizeEndUrl,
  setEndMessage,
  setEndUrl,
} from "../actions/end-action.ts"
export { createFakeConversation, parseConversationId } from "../actions/fake-conversation.ts"
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
export { newAction } from "../editing/new-instruction.ts"
export { Action, type ActionType, endActions, maxStopMessageLength, type SendToApiParams } from "../script/action.ts"
export { canHaveOutcome, findAmountSource } from "../script/action-waiting.ts"
