// What is waited for in the page that comes with a later frame, as what is fetched first does.

/** Hands on what is found, with the first frame in which it is; nothing where so many frames pass without it (60 are a second). */
export const onceThere = <Found>(find: () => Found | null, then: (found: Found) => void, frames = 60): void => {
  requestAnimationFrame(() => {
    const found = find()
    if (found !== null) then(found)
    else if (frames > 0) onceThere(find, then, frames - 1)
  })
}
