// The roles as a select offers them.
import type { Role } from "../../../domain/accounts/user.ts"
import { useWords } from "../../kit/words.tsx"

/** The value of a select of roles. */
export const roleOf = (value: string): Role => (value === "ROLE_ADMIN" ? "ROLE_ADMIN" : "ROLE_USER")

export const useRoles = () => {
  const t = useWords()
  return (["ROLE_USER", "ROLE_ADMIN"] as const).map((value) => ({ value, label: t(`role.${value}`) }))
}
