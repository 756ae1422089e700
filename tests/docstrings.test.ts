// What the domain gives to other programs says what it is: shape, units, errors, and where it comes from.
import { readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { expect, test } from "vitest"

const folder = resolve(import.meta.dirname, "../domain/public")
const subjects = readdirSync(folder)

/** Returns the functions that a file of `public` exports, each with the file that defines it. */
const functionsOf = async (subject: string): Promise<ReadonlyArray<readonly [name: string, file: string]>> => {
  const given: Readonly<Record<string, unknown>> = await import(join(folder, subject))
  const code = readFileSync(join(folder, subject), "utf8")
  return [...code.matchAll(/^export \{([^}]+)\} from "([^"]+)"/gm)].flatMap(([, names = "", file = ""]) =>
    names
      .split(",")
      .map((name) => name.trim())
      .filter((name) => typeof given[name] === "function")
      .map((name) => [name, join(folder, file)] as const),
  )
}

test("every subject gives functions or Schemas", () => {
  expect(subjects.length).toBeGreaterThan(20)
})

test.each(subjects)("every function, Schema and error of %s has a docstring", async (subject) => {
  const functions = await functionsOf(subject)
  const bare = functions.filter(
    ([name, file]) => !new RegExp(`\\*/\nexport (?:const|class|(?:async )?function\\*?) ${name}\\b`).test(readFileSync(file, "utf8")),
  )
  expect(bare.map(([name, file]) => `${name} in ${file.slice(folder.length - "domain/public".length)}`)).toEqual([])
})
