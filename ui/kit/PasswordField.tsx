// Password field with a button that shows the password.
import { ActionIcon, Group, TextInput, type TextInputProps } from "@mantine/core"
import { IconEye, IconEyeOff } from "@tabler/icons-react"
import { type ReactNode, type Ref, useState } from "react"
import { useTranslate } from "./i18n.tsx"

export type PasswordFieldProps = Omit<TextInputProps, "type" | "rightSection"> & {
  readonly ref?: Ref<HTMLInputElement>
  /** Shown beside the visibility button. */
  readonly mark?: ReactNode
}

// Not Mantine's PasswordInput, which sets neither `aria-invalid` nor additional descriptions.
export const PasswordField = ({ mark, ...props }: PasswordFieldProps) => {
  const t = useTranslate()
  const [visible, setVisible] = useState(false)
  const Icon = visible ? IconEyeOff : IconEye
  return (
    <TextInput
      {...props}
      type={visible ? "text" : "password"}
      rightSectionPointerEvents="all"
      {...(mark !== undefined && { rightSectionWidth: 58 })}
      rightSection={
        <Group gap={6} wrap="nowrap">
          {mark}
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t(visible ? "sign-in.password.hide" : "sign-in.password.show")}
            onClick={() => setVisible(!visible)}
          >
            <Icon size={18} aria-hidden="true" />
          </ActionIcon>
        </Group>
      }
    />
  )
}
