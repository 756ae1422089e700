// The console with its router: all of it but the first page of somebody who is not signed in.
import { RouterProvider } from "@tanstack/react-router"
import { useState } from "react"
import { consoleRouter } from "./routes.tsx"
import "./ConsoleApp.css"
import { type Wired, WiredProvider } from "./console-services.tsx"

export const Inside = ({ wired }: { readonly wired: Wired }) => {
  const [router] = useState(() => consoleRouter(wired))
  return (
    <WiredProvider value={wired}>
      <RouterProvider router={router} />
    </WiredProvider>
  )
}
