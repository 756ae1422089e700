// Whether the content of an element overflows it.
import { useCallback, useState } from "react"

/** Returns a ref callback of an element, and whether the element scrolls. Its first child is the content. */
export const useIsScrollable = () => {
  const [isScrollable, setIsScrollable] = useState(false)
  const watch = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined
    const observer = new ResizeObserver(() =>
      setIsScrollable(element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight),
    )
    observer.observe(element)
    if (element.firstElementChild !== null) observer.observe(element.firstElementChild)
    return () => observer.disconnect()
  }, [])
  return { watch, isScrollable }
}
