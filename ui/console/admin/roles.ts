// The roles as a select offers them.
import { useWords } from "../../kit/words.tsx"

export const useRoles = () => {
  const t = useWords()
  return (["ROLE_USER", "ROLE_ADMIN"] as const).map((value) => ({ value, label: t(`role.${value}`) }))
}
