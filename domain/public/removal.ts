// The removal procedure: default dates, due steps, the removal list and its form [R1–R5].

export { addMonths } from "../date/calendar-date.ts"
export {
  computeRemovalState,
  type DateProblem,
  defaultRemovalMonths,
  defaultWarningDays,
  findDueRemovalStep,
  findRemovalProblems,
  getDefaultRemovalDates,
  isInRemovalList,
  parseRemovalFields,
  postponeRemoval,
  type RemovalDates,
  type RemovalEdit,
  type RemovalProblems,
  removableStatus,
  removalViolations,
  toRemovalFields,
  updateRemovalList,
} from "../privacy/removal-procedure.ts"
