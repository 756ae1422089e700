// How two values compare (decisions "Conditions"): by type, never by chance, and a comparison with nothing is false.
import type { Comparator } from "./condition.ts"
import { isIsoDate } from "./iso-date.ts"
import { asNumber, type Value } from "./value.ts"

/** Whether `left` stands to `right` as `by` says. `== null` and `!= null` as written in a condition are not asked here. */
export const compare = (left: Value, by: Comparator, right: Value): boolean => {
  if (left === null || right === null) return false
  switch (by) {
    case "==":
      return isSame(left, right)
    case "!=":
      return !isSame(left, right)
    case "contains":
      return contains(left, right)
    case "!contains":
      return !contains(left, right)
    default:
      return isInOrder(left, by, right)
  }
}

/** Equal: two numbers, a number and a string that is wholly that number, or else the very same; lists member by member. */
export const isSame = (left: Value, right: Value): boolean => {
  if (left === right) return true
  if (typeof left === "number") return typeof right === "string" && asNumber(right) === left
  if (typeof right === "number") return typeof left === "string" && asNumber(left) === right
  if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false
  return left.every((member, i) => isSame(member, right[i] ?? null))
}

/** A list has the member; a text has the other within it, whatever the case. Nothing else contains anything. */
const contains = (left: Value, right: Value): boolean => {
  if (Array.isArray(left)) return left.some((member) => isSame(member, right))
  if (typeof left !== "string" || (typeof right !== "string" && typeof right !== "number")) return false
  return left.toLowerCase().includes(String(right).toLowerCase())
}

const isInOrder = (left: Value, by: "<" | "<=" | ">" | ">=", right: Value): boolean => {
  if (typeof left === "string" && typeof right === "string") {
    // Dates in this form stand in the order of their letters.
    return isIsoDate(left) && isIsoDate(right) && ordered(left, by, right)
  }
  const [first, second] = [asNumber(left), asNumber(right)]
  return first !== null && second !== null && ordered(first, by, second)
}

const ordered = <T extends number | string>(left: T, by: "<" | "<=" | ">" | ">=", right: T): boolean => {
  switch (by) {
    case "<":
      return left < right
    case "<=":
      return left <= right
    case ">":
      return left > right
    case ">=":
      return left >= right
  }
}
