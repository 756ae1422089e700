// The name that a user signs in with, as an administrator gives it: no browser fills it in or corrects it.
import { TextInput, type TextInputProps } from "@mantine/core"

export const UsernameField = (props: TextInputProps) => (
  <TextInput autoComplete="off" autoCapitalize="none" spellCheck={false} data-autofocus {...props} />
)
