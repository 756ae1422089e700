// Whether what the browser draws by itself, such as the calendar of a date's field, is to be light or dark (WCAG 2.2 §1.4.11; decisions T13).
import { type Colour, contrast, layered, readColour } from "./colour.ts"

const white: Colour = { red: 255, green: 255, blue: 255, alpha: 1 }
const black: Colour = { red: 0, green: 0, blue: 0, alpha: 1 }

/** The scheme of a ground, the uppermost of its colours first: dark where white is seen better on it than black. Light where none is told. */
export const schemeOn = (colours: ReadonlyArray<string | undefined>): "light" | "dark" => {
  const ground = layered(colours.map((colour) => readColour(colour ?? "")))
  return ground !== null && contrast(white, ground) > contrast(black, ground) ? "dark" : "light"
}
