// The removal procedure: default dates, due steps, the removal list and its form [R1–R5].

export { addMonths } from "../date/calendar-date.ts"
export {
  type DateProblem,
  findRemovalProblems,
  parseRemovalFields,
  type RemovalEdit,
  type RemovalProblems,
  removalViolations,
  toRemovalFields,
} from "../privacy/removal-form.ts"
export {
  computeRemovalState,
  defaultRemovalMonths,
  defaultWarningDays,
  findDueRemovalStep,
  getDefaultRemovalDates,
  isInRemovalList,
  postponeRemoval,
  type RemovalDates,
  removableStatus,
  updateRemovalList,
} from "../privacy/removal-procedure.ts"
