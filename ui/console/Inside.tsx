// The console with its router: all of it but the first page of somebody who is not signed in.
import { RouterProvider } from "@tanstack/react-router"
import { useState } from "react"
import { consoleRouter } from "./routes.tsx"
import "./inside.css"
import { type Wired, WiredProvider } from "./wired.tsx"

export const Inside = ({ wired }: { readonly wired: Wired }) => {
  const [router] = useState(() => consoleRouter(wired))
  return (
    <WiredProvider value={wired}>
      <RouterProvider router={router} />
    </WiredProvider>
  )
}
