// Which test projects a change affects, for `npm test -- --changed`. Tests of rules and flows follow the import graph. Tests that start
// servers or browsers import nearly everything, so the folder decides for them: the full run catches what crosses layers.

/** Projects of which only the tests that import a changed file run, and projects that run as a whole. */
export type AffectedProjects = { readonly related: ReadonlyArray<string>; readonly whole: ReadonlyArray<string> }

const table: ReadonlyArray<{ readonly files: RegExp; readonly related?: ReadonlyArray<string>; readonly whole?: ReadonlyArray<string> }> = [
  { files: /^(domain|machines)\/|^tests\/(properties|models|arbitraries)\//, related: ["domain", "models"] },
  { files: /^adapters\/(?!browser\/)|^tests\/(contract|fixtures)\//, whole: ["contract"] },
  { files: /^(ui|adapters\/(browser|public-pages))\/|^tests\/browser\//, whole: ["browser"] },
]

/** Returns the projects for changed files, given as paths from the root of the repository. */
export const affectedProjects = (files: ReadonlyArray<string>): AffectedProjects => {
  const rows = table.filter((row) => files.some((file) => row.files.test(file)))
  return { related: unique(rows.flatMap((row) => row.related ?? [])), whole: unique(rows.flatMap((row) => row.whole ?? [])) }
}

const unique = (names: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(names)]
