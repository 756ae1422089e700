// What scrolls around an element: the nearest that does, else the page.
export const scrollerOf = (element: HTMLElement | null): HTMLElement | null => {
  for (let at = element?.parentElement ?? null; at !== null; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at
  return element === null ? null : document.documentElement
}
