// The console with its router: everything except the early sign-in page.
import { RouterProvider } from "@tanstack/react-router"
import { useState } from "react"
import { createConsoleRouter } from "./routes.tsx"
import "./ConsoleApp.css"
import { type ConsoleServices, ConsoleServicesProvider } from "./console-services.tsx"

export const ConsoleApp = ({ wired }: { readonly wired: ConsoleServices }) => {
  const [router] = useState(() => createConsoleRouter(wired))
  return (
    <ConsoleServicesProvider value={wired}>
      <RouterProvider router={router} />
    </ConsoleServicesProvider>
  )
}
