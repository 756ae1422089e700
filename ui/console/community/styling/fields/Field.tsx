// The control of a key, as the table says what it holds (decisions T1).
import type { StyleKey, StyleTable } from "../../../../../domain/style/key.ts"
import { type Portal, styleTables } from "../../../../../domain/style/keys.ts"
import { ColourField } from "./ColourField.tsx"
import { FamilyField } from "./FamilyField.tsx"
import { FontFileField } from "./FontFileField.tsx"
import { ImageField } from "./ImageField.tsx"
import { PickField } from "./PickField.tsx"
import { TextField } from "./TextField.tsx"
import { ToggleField } from "./ToggleField.tsx"

type Props = { readonly portal: Portal; readonly name: string }

export const Field = ({ portal, name }: Props) => {
  const table: StyleTable = styleTables[portal]
  const key = table[name]
  return key === undefined ? null : <OfKind portal={portal} name={name} of={key} />
}

const OfKind = ({ portal, name, of }: Props & { readonly of: StyleKey }) => {
  switch (of.kind) {
    case "colour":
      return <ColourField portal={portal} name={name} />
    case "size":
      return of.oneOf === undefined ? (
        <TextField portal={portal} name={name} of={of} />
      ) : (
        <PickField portal={portal} name={name} options={of.oneOf} />
      )
    case "toggle":
      return <ToggleField name={name} />
    case "text":
      return <TextField portal={portal} name={name} of={of} />
    case "image":
      return <ImageField name={name} />
    case "font":
      return of.form === "family" ? <FamilyField name={name} /> : <FontFileField />
  }
}
