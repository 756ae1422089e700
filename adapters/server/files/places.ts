// Where the storage has the files of a script. They have no address of their own: only calls lead to them.

type Of = { readonly community: string; readonly script: string }

/** A file that a respondent answered with. */
export const answerPlace = ({ community, script }: Of, file: string): string => `${community}/answers/${script}/${file}`
/** The folder of an archive, which holds its parts, also those of which nobody took note: a process can end between the two. */
export const archiveFolder = ({ community, script }: Of, archive: string): string => `${community}/archives/${script}/${archive}`
/** One part of an archive, counted from 1. */
export const archivePlace = (of: Of, archive: string, part: number): string => `${archiveFolder(of, archive)}/${part}.zip`
/** The folders that hold all of a script. */
export const foldersOf = ({ community, script }: Of): ReadonlyArray<string> => [
  `${community}/answers/${script}`,
  `${community}/archives/${script}`,
]
