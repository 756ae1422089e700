// Files between this page and the person's disk.

/** Hands a text to the browser to be saved under `name`. */
export const saveFile = (name: string, text: string, type: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement("a")
  link.href = url
  link.download = name
  link.click()
  // The download has its own hold on the bytes once it began, which is not before the click's task has ended.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Has the browser download what an address of the server answers, under the name that the server gives it. */
export const saveFrom = (address: string): void => {
  const link = document.createElement("a")
  link.href = address
  link.download = ""
  link.click()
}
