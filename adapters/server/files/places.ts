// Where the storage has the files of a script. They have no address of their own: only calls lead to them.

type Of = { readonly community: string; readonly script: string }

/** A file that a respondent answered with. */
export const answerPlace = ({ community, script }: Of, file: string): string => `${community}/answers/${script}/${file}`
/** One part of an archive, counted from 1. */
export const archivePlace = ({ community, script }: Of, archive: string, part: number): string =>
  `${community}/archives/${script}/${archive}-${part}.zip`
/** The folders that hold all of a script. */
export const foldersOf = ({ community, script }: Of): ReadonlyArray<string> => [
  `${community}/answers/${script}`,
  `${community}/archives/${script}`,
]
