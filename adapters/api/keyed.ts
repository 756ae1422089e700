// Keys for calls that make something, so that one that is sent again after its answer was lost is done once (contract "HTTP API").

type Keyed<Input, Output> = (input: Input, signal: AbortSignal, key: string) => Promise<Output>

/** Gives `make` its key: the same while the same is sent again, another one for something else, and after it was done. */
export const keyed = <Input, Output>(
  newKey: () => string,
  make: Keyed<Input, Output>,
): ((input: Input, signal: AbortSignal) => Promise<Output>) => {
  let last: { readonly about: string; readonly key: string } | null = null
  return async (input, signal) => {
    const about = JSON.stringify(input)
    const sent = last?.about === about ? last : { about, key: newKey() }
    last = sent
    const output = await make(input, signal, sent.key)
    if (last === sent) last = null
    return output
  }
}
