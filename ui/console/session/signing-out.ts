// Signing out by the address that does so: a screen with work that is not saved asks first, as it does before any other way out.
import { useNavigate } from "@tanstack/react-router"

export const useSignOut = (): (() => void) => {
  const navigate = useNavigate()
  return () => void navigate({ to: "/logout" })
}
