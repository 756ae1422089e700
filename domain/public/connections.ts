// CRM connections of a community, and data points.
export {
  type AuthType,
  authTypes,
  ConnectionPayload,
  type ConnectionProblem,
  changesDestination,
  connectionEditProblems,
  connectionProblems,
  isAuthorized,
  ListedConnection,
  mappers,
  maskConnection,
  type Platform,
  platforms,
  unmaskConnection,
} from "../connections/connection.ts"
export { DataPoint, type DataPointProblem, DataPoints, dataPointProblems } from "../connections/data-point.ts"
