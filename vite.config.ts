// How the pages under ui/ are built, and how the tests run. What is built, also the server's and the tool's bundles: adapters/server/launch/build.ts.
import { availableParallelism } from "node:os"
import { join } from "node:path"
import { lezer } from "@lezer/generator/rollup"
import react from "@vitejs/plugin-react"
import { defineConfig } from "vitest/config"
import manifest from "./package.json" with { type: "json" }

/**
 * Every time limit of the tests, in milliseconds. A limit ends a test that hangs; it is never part of what a test expects, so that a busy machine
 * turns no test red.
 */
const hangLimits = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  teardownTimeout: 60_000,
  expect: { poll: { timeout: 120_000, interval: 20 } },
}

const project = (name: string, include: string, extra: object = {}) => ({
  extends: true as const,
  root: import.meta.dirname,
  test: { name, include: [include], environment: "node" as const, ...hangLimits, ...extra },
})

/** Tests that start servers copy databases that are prepared once. */
const preparedDatabases = join(import.meta.dirname, "tests/global-setup.ts")

/** Builds for production in any environment: test runners set NODE_ENV, and React would be bundled in its development form. */
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
  plugins: [forProduction, lezer(), react({ exclude: /\/ui\/(chat|stats)\// })],
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
    // Two for each core: much of what these tests wait for is a timer, a disk or another process.
    maxWorkers: 2 * availableParallelism(),
    tags: [{ name: "long", description: "runs in `npm run test:long` only; a short representative stays in `npm test`" }],
    projects: [
      project("layers", "tests/*.test.ts"),
      // Files of these tests share nothing but modules without state, so that each worker loads the modules once.
      project("domain", "tests/properties/**/*.test.ts", { isolate: false }),
      project("models", "tests/models/**/*.test.ts", { isolate: false }),
      project("contract", "tests/contract/**/*.test.ts", { isolate: false, globalSetup: [preparedDatabases] }),
      project("browser", "tests/browser/**/*.spec.ts", {
        globalSetup: [preparedDatabases, join(import.meta.dirname, "tests/browser/global-setup.ts")],
        // A worker keeps its browser from file to file.
        isolate: false,
        // A browser keeps a core busy. Projects with different numbers of workers run one after the other.
        maxWorkers: availableParallelism(),
        sequence: { groupOrder: 1 },
      }),
    ],
  },
})
