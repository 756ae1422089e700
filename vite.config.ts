// How the pages under ui/ are built, and how the tests run. What is built, also the server's and the tool's bundles: adapters/server/launch/build.ts.
import react from "@vitejs/plugin-react"
import { defineConfig } from "vitest/config"
import manifest from "./package.json" with { type: "json" }

const project = (name: string, include: string, extra: object = {}) => ({
  extends: true as const,
  root: import.meta.dirname,
  test: { name, include: [include], environment: "node" as const, ...extra },
})

/** Laws of many runs, and the whole house read: a machine that is busy takes its time over them. */
const patient = { testTimeout: 60_000 }

/** Tests that start servers copy databases that are prepared once. */
const servers = { globalSetup: ["tests/global-setup.ts"] }

/** What is built is what people get, whoever builds it: test runners set NODE_ENV, and React would come in its development form. */
const forProduction = {
  name: "for-production",
  apply: "build" as const,
  config: () => {
    process.env["NODE_ENV"] = "production"
  },
}

export default defineConfig({
  root: "ui",
  cacheDir: "../node_modules/.vite",
  plugins: [forProduction, react({ exclude: /\/ui\/(chat|stats)\// })],
  html: { cspNonce: "CSP_NONCE" },
  define: { "import.meta.env.VITE_PRODUCT_VERSION": JSON.stringify(manifest.version) },
  worker: { format: "es" },
  build: {
    emptyOutDir: true,
    target: "es2023",
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  test: {
    // All cores: most of what these tests wait for is a disk or another process.
    maxWorkers: "100%",
    projects: [
      project("layers", "tests/*.test.ts", patient),
      project("domain", "tests/properties/**/*.test.ts", patient),
      project("models", "tests/models/**/*.test.ts", patient),
      project("contract", "tests/contract/**/*.test.ts", { ...servers, testTimeout: 60_000, hookTimeout: 60_000 }),
      project("browser", "tests/browser/**/*.spec.ts", { ...servers, testTimeout: 120_000, hookTimeout: 120_000, fileParallelism: false }),
    ],
  },
})
