// Keys for calls that make something, so that one that is sent again after its answer was lost is done once (contract "HTTP API").

/**
 * Gives `make` its key: the same as long as the very same input is sent again, as a form does that is tried once more. What is only alike, as
 * what another form has, is meant to be made besides.
 */
export const keyed = <Input extends object, Output>(
  newKey: () => string,
  make: (input: Input, signal: AbortSignal, key: string) => Promise<Output>,
): ((input: Input, signal: AbortSignal) => Promise<Output>) => {
  const keys = new WeakMap<Input, string>()
  return (input, signal) => {
    const key = keys.get(input) ?? newKey()
    keys.set(input, key)
    return make(input, signal, key)
  }
}
