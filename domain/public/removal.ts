// Removal of personal data: usual dates, what is due on a day, which rows leave a list after an edit (spec/1-console §4; spec/3-community §4).
export {
  addMonths,
  afterEdit,
  type DateProblem,
  dueOn,
  isUpForRemoval,
  type RemovalDates,
  type RemovalEdit,
  type RemovalProblems,
  removalAfterWarning,
  removalOf,
  removalProblems,
  removedStatus,
  usualDates,
  usualMonths,
  usualWarningDays,
} from "../removal/removal.ts"
export { fieldsOfRemoval, removalOfFields, removalViolations } from "../removal/removal-form.ts"
