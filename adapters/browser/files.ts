// Files between this page and the person's disk.

/** Hands a text to the browser to be saved under `name`. */
export const saveFile = (name: string, text: string, type: string): void => saveBlob(name, new Blob([text], { type }))

/** Hands a file to the browser to be saved under `name`. */
export const saveBlob = (name: string, file: Blob): void => {
  const url = URL.createObjectURL(file)
  const link = document.createElement("a")
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), heldFor)
}

/** Has the browser download what an address of the server answers, under the name that the server gives it. */
export const saveFrom = (address: string): void => {
  const link = document.createElement("a")
  link.href = address
  link.download = ""
  link.click()
}

/** Milliseconds after which a download surely has its own hold on the bytes. It has none before the click's task has ended. */
export const heldFor = 60_000
