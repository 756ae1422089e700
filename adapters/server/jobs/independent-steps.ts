// Runs the steps of a job that do not depend on each other: the failure of one does not block the others.

/** One step of a job; its name is in the problem that its failure leaves. */
export type JobStep = { readonly name: string; readonly run: () => Promise<unknown> }

/** How many problems an error names; the others fail for the same reason most of the time. */
const maxNamedProblems = 10

/** Runs the steps one after the other. Rejects after the last one if any failed, so that the job is retried. */
export const runIndependentSteps = async (steps: Iterable<JobStep>): Promise<void> => {
  const problems: Array<string> = []
  for (const { name, run } of steps)
    try {
      await run()
    } catch (error) {
      problems.push(`${name}: ${String(error)}`)
    }
  if (problems.length > 0) throw new Error(problems.slice(0, maxNamedProblems).join("; "))
}
