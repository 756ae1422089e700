// A field for somebody else's secret. One that is kept is shown as its mask, which is selected as a whole, so that typing replaces it.
import { masked } from "../../../domain/communities/secrets.ts"
import { PasswordField, type PasswordFieldProps } from "../../kit/PasswordField.tsx"

type Props = Omit<PasswordFieldProps, "onFocus" | "autoComplete">

export const SecretField = (props: Props) => (
  <PasswordField
    {...props}
    // The browser's own passwords have no place here.
    autoComplete="new-password"
    spellCheck={false}
    onFocus={({ currentTarget }) => {
      if (currentTarget.value === masked) currentTarget.select()
    }}
  />
)
