/** @jsxImportSource preact */
// Slices of a pie, in their colours by turns. Its table says the same in numbers.
import { type Chart, slicesOf } from "../../domain/statistics/chart.ts"

/** Four colours, each once more paler (stats.css). */
export const sliceColours = 8

/** Of a circle whose circumference is 100. */
const radius = 100 / (2 * Math.PI)

export const Pie = ({ bars }: Pick<Chart, "bars">) => (
  <svg class="pie" viewBox="0 0 64 64" aria-hidden="true">
    {slicesOf(bars).map(({ from, size }, i) => (
      <circle
        key={`${from} ${i}`}
        class={`slice${i % sliceColours}`}
        cx="32"
        cy="32"
        r={radius}
        stroke-dasharray={`${size * 100} ${100 - size * 100}`}
        stroke-dashoffset={25 - from * 100}
      />
    ))}
  </svg>
)
