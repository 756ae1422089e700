// A reporter for people: one line per finished test file with the count of files and of failures so far, and each failure as it happens.
import { relative } from "node:path"
import type { Reporter, TestCase, TestModule, TestSpecification } from "vitest/node"

/** Seconds after which a test file that still runs is named, and named again. */
const longRunningSeconds = 60

export default class ProgressReporter implements Reporter {
  #files = 0
  #finished = 0
  #failures = 0
  #running = new Map<string, NodeJS.Timeout>()

  onTestRunStart(specifications: ReadonlyArray<TestSpecification>): void {
    this.#files = specifications.length
  }

  onTestModuleStart(testModule: TestModule): void {
    const started = performance.now()
    const tell = () => console.log(`      … ${nameOf(testModule)} has been running for ${seconds(performance.now() - started)}`)
    this.#running.set(testModule.id, setInterval(tell, longRunningSeconds * 1000))
  }

  onTestCaseResult(testCase: TestCase): void {
    if (testCase.result().state !== "failed") return
    this.#failures++
    console.log(`      ✗ ${nameOf(testCase.module)} › ${testCase.fullName}`)
  }

  onTestModuleEnd(testModule: TestModule): void {
    clearInterval(this.#running.get(testModule.id))
    const tests = [...testModule.children.allTests()].filter((test) => test.result().state !== "skipped")
    const failed = testModule.errors().length > 0 && tests.length === 0
    if (failed) this.#failures++
    const place = `[${String(++this.#finished).padStart(String(this.#files).length)}/${this.#files}]`
    const failures = this.#failures > 0 ? `, ${this.#failures} failed so far` : ""
    const mark = testModule.ok() && !failed ? "✓" : "✗"
    console.log(`${place} ${mark} ${nameOf(testModule)}: ${tests.length} tests, ${seconds(testModule.diagnostic().duration)}${failures}`)
  }

  onTestRunEnd(): void {
    for (const timer of this.#running.values()) clearInterval(timer)
  }
}

const nameOf = (testModule: TestModule): string => relative(process.cwd(), testModule.moduleId)

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`
