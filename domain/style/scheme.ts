// Whether what the browser draws by itself, such as the calendar of a date's field, is to be light or dark (WCAG 2.2 §1.4.11; decisions T13).
import { black, contrast, layered, readColour, white } from "./colour.ts"

/** The scheme of a ground, the uppermost of its colours first: dark where white is seen better on it than black. Light where none is told. */
export const schemeOn = (colours: ReadonlyArray<string | undefined>): "light" | "dark" => {
  const ground = layered(colours.map((colour) => readColour(colour ?? "")))
  return ground !== null && contrast(white, ground) > contrast(black, ground) ? "dark" : "light"
}
