/** @jsxImportSource preact */
// What is shown in place of a conversation: that there is none, that it is closed, that it could not be opened yet.
import type { ComponentChildren } from "preact"

type Given = { readonly title: string; readonly text?: string | undefined; readonly children?: ComponentChildren }

export const Notice = ({ title, text, children }: Given) => (
  <main class="notice">
    <div class="notice-card">
      <h1>{title}</h1>
      {text !== undefined && <p>{text}</p>}
      {children}
    </div>
  </main>
)
