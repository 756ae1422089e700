/** @jsxImportSource preact */
// A drawn face: the same on every device, whatever emoji it has. Its name stands beside it.
import type { faces } from "./faces.ts"

type Value = (typeof faces)[number]["value"]

const looks = {
  1: { colour: "#f28b82", mouth: "M7.5 17.2q4.5-4.6 9 0", brows: "M6.3 7.6l3.4 1.6M17.7 7.6l-3.4 1.6" },
  2: { colour: "#f7b267", mouth: "M8 16.6q4-2.6 8 0", brows: "" },
  3: { colour: "#fdd663", mouth: "M8 15.6h8", brows: "" },
  4: { colour: "#d7e36a", mouth: "M8 14.8q4 3 8 0", brows: "" },
  5: { colour: "#a5d46a", mouth: "M7 13.8h10q-.6 4.8-5 4.8t-5-4.8z", brows: "" },
} as const satisfies Record<Value, object>

export const Face = ({ value }: { readonly value: Value }) => {
  const { colour, mouth, brows } = looks[value]
  return (
    <svg class="drawn-face" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <circle cx="12" cy="12" r="10.5" fill={colour} />
      <circle cx="8.7" cy="10.4" r="1.35" />
      <circle cx="15.3" cy="10.4" r="1.35" />
      <path d={mouth} fill={value === 5 ? "#33312c" : "none"} />
      <path d={brows} fill="none" />
    </svg>
  )
}
