// What the test runner reported: how many tests passed and failed, and which failed and why.
import { readFileSync } from "node:fs"
import { relative } from "node:path"
import { stripVTControlCharacters } from "node:util"
import * as Schema from "effect/Schema"

const Reported = Schema.fromJsonString(
  Schema.Struct({
    numPassedTests: Schema.Number,
    numFailedTests: Schema.Number,
    testResults: Schema.Array(
      Schema.Struct({
        name: Schema.String,
        status: Schema.String,
        message: Schema.optional(Schema.String),
        assertionResults: Schema.Array(
          Schema.Struct({
            fullName: Schema.String,
            status: Schema.String,
            failureMessages: Schema.optional(Schema.NullOr(Schema.Array(Schema.String))),
          }),
        ),
      }),
    ),
  }),
)

/** Counts of one run; each failed test by its file and name, with why. */
export type Report = {
  readonly passed: number
  readonly failed: number
  readonly failures: ReadonlyArray<{ readonly where: string; readonly why: string }>
}

/** Characters of a failure's reason that are repeated at the end; the whole of it stands where the test ran. */
const mostTold = 1500

const told = (why: string): string => stripVTControlCharacters(why).trim().slice(0, mostTold)

/** Reads the report of a run (the JSON that vitest writes); null where it wrote none, or half of it. `root` is what its files are told from. */
export const readReport = (path: string, root: string): Report | null => {
  try {
    const { numPassedTests, numFailedTests, testResults } = Schema.decodeUnknownSync(Reported)(readFileSync(path, "utf8"))
    return {
      passed: numPassedTests,
      failed: numFailedTests,
      failures: testResults.flatMap(({ name, status, message, assertionResults }) => {
        const file = relative(root, name)
        const tests = assertionResults.filter((test) => test.status === "failed")
        // A file that could not be read at all, or whose set-up failed, has no failed test.
        if (tests.length === 0 && status === "failed") return [{ where: file, why: told(message ?? "") }]
        return tests.map((test) => ({ where: `${file} › ${test.fullName}`, why: told((test.failureMessages ?? []).join("\n")) }))
      }),
    }
  } catch {
    return null
  }
}
