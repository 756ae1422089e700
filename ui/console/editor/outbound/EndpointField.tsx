// The web address that a step calls, with an error for anything else.
import { TextInput } from "@mantine/core"
import { isEndpoint } from "../../../../domain/actions/action-fields.ts"
import { maxUrlLength } from "../../../../domain/text/web-url.ts"
import { useTranslate } from "../../../kit/i18n.tsx"

type Props = {
  readonly description: string
  readonly value: string
  readonly locked: boolean
  readonly takesFocus?: boolean
  readonly onType: (text: string) => void
}

export const EndpointField = ({ description, value, locked, takesFocus = false, onType }: Props) => {
  const t = useTranslate()
  const isInvalid = value !== "" && !isEndpoint(value)
  return (
    <TextInput
      data-part="/action/params/endpoint"
      w="100%"
      label={t("outbound.endpoint")}
      description={isInvalid ? undefined : description}
      error={isInvalid ? t("outbound.endpoint.wrong") : undefined}
      type="url"
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      placeholder="https://"
      maxLength={maxUrlLength}
      readOnly={locked}
      {...(takesFocus && { "data-autofocus": true })}
      value={value}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  )
}
