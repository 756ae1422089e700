// The domain as another program uses it: the examples of domain/README.md, run as they stand there.
import { execFile } from "node:child_process"
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import { afterAll, expect, test } from "vitest"

const root = resolve(import.meta.dirname, "../..")
const readme = readFileSync(join(root, "domain/README.md"), "utf8")
const examples = [...readme.matchAll(/```ts\n([^]+?)```\n\n```text\n([^]+?)```/g)].map(([, code = "", output = ""]) => ({ code, output }))
/** Within the repository, where the package is found by its name. */
const folder = join(root, ".build", `examples-${process.pid}`)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test("there are examples", () => {
  expect(examples).toHaveLength(3)
})

test.each(examples.map(({ code, output }, i) => [i + 1, code, output] as const))(
  "example %i prints what it says",
  async (i, code, output) => {
    mkdirSync(folder, { recursive: true })
    const file = join(folder, `${i}.mjs`)
    writeFileSync(file, code)
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [file], { cwd: root })
    expect({ stdout, stderr }).toEqual({ stdout: output, stderr: "" })
  },
)
