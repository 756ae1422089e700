// The calls about one person among a community's respondents, as functions.
import type { KyInstance } from "ky"
import type { ErasureReceipt, FoundPerson, PersonHoldings } from "../../domain/privacy/person.ts"
import * as contract from "../contract/people.ts"
import { caller, fileReader } from "./call.ts"

/** The community's uuid, and the person's. */
type Which = { readonly community: string; readonly person: string }

export const peopleApi = (api: KyInstance) => {
  const call = caller(api)
  const read = fileReader(api)
  const at = ({ community, person }: Which) => ({ id: community, person })
  return {
    /** Those who go by exactly this text. */
    find: async ({ community, text }: { readonly community: string; readonly text: string }, signal?: AbortSignal) =>
      (await call(contract.findPeople, { id: community }, { text }, signal)).items satisfies ReadonlyArray<FoundPerson>,
    /** All that is known of them, as a zip. */
    package: (it: Which, signal?: AbortSignal): Promise<Blob> => read(contract.personPackage, at(it), signal),
    /** The token with which they are erased, and how much goes. */
    eraseToken: async (it: Which, signal?: AbortSignal): Promise<PersonHoldings & { readonly token: string }> => {
      const { deleteToken: token, ...goes } = await call(contract.erasePersonToken, at(it), {}, signal)
      return { token, ...goes }
    },
    erase: (it: Which & { readonly token: string }, signal?: AbortSignal): Promise<ErasureReceipt> =>
      call(contract.erasePerson, at(it), { csrf: it.token }, signal),
  }
}
