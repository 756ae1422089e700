/** @jsxImportSource preact */
// What is shown in place of statistics.
import type { ComponentChildren } from "preact"

type Given = { readonly title: string; readonly text?: string; readonly children?: ComponentChildren }

export const Notice = ({ title, text, children }: Given) => (
  <main class="notice">
    <h1>{title}</h1>
    {text !== undefined && <p>{text}</p>}
    {children}
  </main>
)
