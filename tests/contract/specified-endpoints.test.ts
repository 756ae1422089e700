// The server has every endpoint that the specification lists.
import { expect, test } from "vitest"
import { endpoints } from "../../adapters/server/endpoints.ts"

/** As the specification writes them. The names of parameters do not matter. */
const specifiedEndpoints = `
  GET /login
  POST /api/login
  GET /api/logout
  GET /api/current/user
  POST /reset-password
  GET /api/account/password-constraints
  GET /api/account/password-constraints/{token}
  POST /api/account/change-email
  POST /api/account/change-password
  POST /api/account/reset-password
  GET /api/account/two-factor-configuration
  POST /api/account/totp/generate-secret
  POST /api/account/totp/confirm-secret
  POST /api/account/totp/disable
  POST /api/account/totp/verify
  GET /api/users
  PUT /api/users
  GET /api/users/{id}
  PATCH /api/users/{id}
  GET /api/users/{id}/delete
  POST /api/users/{id}/delete
  GET /api/communities
  PUT /api/communities
  GET /api/communities/{id}
  PATCH /api/communities/{id}
  GET /api/communities/{id}/delete
  POST /api/communities/{id}/delete
  GET /api/communities/{id}/members
  POST /api/communities/{id}/add/user/{userId}
  GET /api/communities/{id}/add/user/{userId}/delete
  POST /api/communities/{id}/add/user/{userId}/delete
  GET /api/communities/{id}/chats/removal
  GET /api/communities/chats/removal
  GET /api/{community}/chat-scripts
  PUT /api/{community}/chat-scripts
  GET /api/{community}/chat-scripts/{id}
  PATCH /api/{community}/chat-scripts/{id}
  POST /api/{community}/chat-scripts/{id}/copy
  POST /api/{community}/chat-scripts/{id}/state
  GET /api/{community}/chat-scripts/{id}/delete
  POST /api/{community}/chat-scripts/{id}/delete
  POST /api/chat-scripts/{id}/deletion-state
  POST /api/chat-scripts/removal-edit/{id}
  GET /api/crm/mappers
  PUT /api/crm/{community}/connection
  POST /api/crm/connection/{id}
  DELETE /api/crm/connection/delete/{id}
  GET /api/crm/{community}/connections
  GET /api/crm/connection/authorize/{id}
  GET /api/crm/connection/authorize/callback
  POST /api/datapoint/{script}/save
  GET /api/datapoint/{script}/show
  POST /api/{community}/chat-scripts/{id}/preview/payload
  POST /api/{community}/chat-scripts/{id}/get-links
  POST /api/{community}/chat-scripts/{id}/get-unique-links
  POST /api/chat-scripts/{script}/save-slug
  GET /api/chat-scripts/{script}/slug
  GET /api/{community}/{script}/export
  GET /api/{community}/{script}/export/count
  GET /api/{community}/{script}/export/meta
  GET /api/{community}/chat-scripts/{id}/clear-stats
  POST /api/{community}/chat-scripts/{id}/clear-stats
  GET /api/{community}/chat-scripts/{id}/clear-data
  POST /api/{community}/chat-scripts/{id}/clear-data
  POST /api/{community}/chat-scripts/{id}/files
  GET /api/{community}/chat-scripts/{id}/files
  POST /api/{community}/chat-scripts/{id}/config
  GET /api/{community}/chat-scripts/{id}/versions
  GET /api/{community}/chat-scripts/{id}/versions/{revision}
  POST /api/{community}/chat-scripts/{id}/versions/{revision}/restore
  GET /{slug}/style
  POST /api/communities/{id}/style
  GET /{slug}/sidemenu
  PATCH /api/communities/{id}/sidemenu
  POST /api/communities/{id}/uploads
  GET /api/communities/{id}/options/{key}
  POST /api/communities/{id}/options/{key}
  GET /api/communities/{id}/audit
  GET /api/audit
`
  .trim()
  .split("\n")
  .map((line) => line.trim())

const withoutParameterNames = (call: string): string => call.replace(/\{\w+\}/g, "{}")
const servedEndpoints = new Set(endpoints.map(({ endpoint: { method, path } }) => withoutParameterNames(`${method.toUpperCase()} ${path}`)))

test.each(specifiedEndpoints)("%s is served", (call) => {
  expect(servedEndpoints).toContain(withoutParameterNames(call))
})

test("no two endpoints share a method and a path", () => {
  expect(servedEndpoints.size).toBe(endpoints.length)
})
