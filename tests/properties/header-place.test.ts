// The place in the header that each page belongs to.
import { expect, test } from "vitest"
import { findHeaderPlace } from "../../ui/console/shell/header-place.ts"

test.each([
  ["/", null],
  ["/home", null],
  ["/login", null],
  ["/demo", "community"],
  ["/chats/demo", "chats"],
  ["/chats/demo/archive", "chats"],
  ["/chats/demo/0190-a", "chats"],
  ["/chats/demo/0190-a/edit", "chats"],
  ["/demo/stylesheet", "community"],
  ["/demo/members", "community"],
  ["/demo/members/person", "community"],
  ["/demo/options", "community"],
  ["/demo/removal-chats", "community"],
  ["/admin/user-management", "admin"],
  ["/admin/community-management", "admin"],
  ["/admin/removal-management/", "admin"],
  ["/account", "account"],
  ["/account/authentication", "account"],
])("%s belongs to %s", (path, place) => {
  expect(findHeaderPlace(path)).toBe(place)
})
