/** As `ref`: has an element show a colour. Set through its style object, since the page's policy allows no style attributes. */
export const painted = (colour: string) => (element: HTMLElement | null) => element?.style.setProperty("background-color", colour)
