// Names of columns that statistics programs take (decisions X7).
import { nameKey } from "../script/name.ts"
import { bytesOf, type Column, cutToBytes } from "./column.ts"

/** [X7] The longest name that SPSS takes, in bytes. */
const longest = 64
/** Words that SPSS keeps for itself. */
const reserved: ReadonlySet<string> = new Set("all and by eq ge gt le lt ne not or to with".split(" "))

/** [X7] A name for each column: begins with a letter, holds letters, digits and underscores, 64 bytes at most, one of a kind. */
export const variableNames = (columns: ReadonlyArray<Pick<Column, "wish">>): ReadonlyArray<string> => {
  const taken = new Set(reserved)
  const next = new Map<string, number>()
  return columns.map(({ wish }) => {
    const stem = stemOf(wish)
    let name = stem
    for (let n = next.get(nameKey(stem)) ?? 2; taken.has(nameKey(name)); n++) {
      name = `${cutToBytes(stem, longest - bytesOf(`_${n}`))}_${n}`
      next.set(nameKey(stem), n + 1)
    }
    taken.add(nameKey(name))
    return name
  })
}

const stemOf = (wish: string): string => {
  const letters = wish.normalize("NFC").replace(/[^\p{L}\p{N}_]+/gu, "_")
  const named = /^\p{L}/u.test(letters) ? letters : `v_${letters}`
  return cutToBytes(named, longest).replace(/_+$/, "") || "v"
}
