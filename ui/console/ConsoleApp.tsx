// The console with its router: everything except the early sign-in page.
import { RouterProvider } from "@tanstack/react-router"
import { useState } from "react"
import { createConsoleRouter } from "./console-router.ts"
import "./ConsoleApp.css"
import { type ConsoleServices, ConsoleServicesProvider } from "./console-services.tsx"

export const ConsoleApp = ({ services }: { readonly services: ConsoleServices }) => {
  const [router] = useState(() => createConsoleRouter(services))
  return (
    <ConsoleServicesProvider value={services}>
      <RouterProvider router={router} />
    </ConsoleServicesProvider>
  )
}
