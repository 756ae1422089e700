// Keys of a screen, wherever on it the focus is. While a dialog stands over the screen they do nothing: they would change what is behind it.
import { useHotkeys } from "@mantine/hooks"

export const isCovered = (): boolean => document.querySelector("[aria-modal=true]") !== null

type Keys = ReadonlyArray<readonly [keys: string, deed: () => void]>

/** `inFields`: also where something is written. What the browser has on these keys it does not do, under a dialog either. */
export const useScreenKeys = (keys: Keys, { inFields }: { readonly inFields: boolean }): void =>
  useHotkeys(
    keys.map(([one, deed]) => [one, () => isCovered() || deed()]),
    inFields ? [] : undefined,
    inFields,
  )
