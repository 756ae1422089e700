// A field for a password, which can be shown.
import { PasswordInput, type PasswordInputProps } from "@mantine/core"
import { useState } from "react"
import { useWords } from "./words.tsx"

export const PasswordField = (props: Omit<PasswordInputProps, "visible" | "onVisibilityChange" | "visibilityToggleButtonProps">) => {
  const t = useWords()
  const [visible, setVisible] = useState(false)
  return (
    <PasswordInput
      {...props}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleButtonProps={{
        "aria-label": t(visible ? "sign-in.password.hide" : "sign-in.password.show"),
        "aria-hidden": false,
        tabIndex: 0,
      }}
    />
  )
}
