// The CRM connections of a community, and the points of data that they exchange (spec/3-community §7).
export {
  type AuthType,
  authTypes,
  ConnectionPayload,
  type ConnectionProblem,
  connectionProblems,
  isAuthorized,
  keptConnection,
  ListedConnection,
  leadsElsewhere,
  mappers,
  maskedConnection,
  type Platform,
  platforms,
} from "../connections/connection.ts"
export { DataPoint, type DataPointProblem, DataPoints, dataPointProblems } from "../connections/data-point.ts"
