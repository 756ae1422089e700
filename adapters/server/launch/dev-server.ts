// npm run dev: the server, started again when its sources change, behind Vite's pages with hot reload, on the one usual address.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { join, resolve } from "node:path"
import { createServer } from "vite"
import { shutDownWithNpm } from "../shutdown-signals.ts"

const root = resolve(import.meta.dirname, "../../..")
const host = process.env["HOST"] ?? "127.0.0.1"
const port = Number(process.env["PORT"] ?? 3000)
const address = `http://${host}:${port}`
const serverPort = port + 1

const server: ChildProcess = spawn(process.execPath, ["--watch", join(root, "adapters/server/main.ts")], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, HOST: host, PORT: String(serverPort), PUBLIC_URL: process.env["PUBLIC_URL"] ?? address },
})

/** Paths of calls that do not begin like the API's. In a browser's address bar, they are pages. */
const callsBesidePages = ["^/login$", "^/[^/]+/(style|sidemenu)$"]

const isPage = (accept: string | undefined) => accept?.includes("text/html") ?? false
const pages = await createServer({
  configFile: join(root, "vite.config.ts"),
  // The nonce is the server's business, and hot reload writes styles of its own.
  html: {},
  server: {
    host,
    port,
    strictPort: true,
    proxy: Object.fromEntries(
      ["^/api/", "^/chat/api/", "^/stats/api/", "^/uploads/", "^/reset-password$", "^/\\.well-known/", ...callsBesidePages].map((path) => [
        path,
        {
          target: `http://${host}:${serverPort}`,
          bypass: (request) => (callsBesidePages.includes(path) && isPage(request.headers.accept) ? "/console/index.html" : undefined),
        },
      ]),
    ),
  },
  plugins: [
    {
      name: "console-pages",
      configureServer: ({ middlewares }) => {
        middlewares.use((request, _response, next) => {
          const url = request.url ?? ""
          if (isPage(request.headers.accept) && !/^\/((chat|stats)\/)?api\//.test(url))
            request.url = `/${/^\/(chat|stats)\//.exec(url)?.[1] ?? "console"}/index.html`
          next()
        })
      },
    },
  ],
})
await pages.listen()
pages.printUrls()

shutDownWithNpm()
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.once(signal, () => {
    server.kill("SIGTERM")
    void Promise.all([pages.close(), once(server, "exit")]).then(() => process.exit(0))
  })
