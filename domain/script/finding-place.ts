// Where in a script a finding is.
import type { Finding } from "../finding.ts"

/** The place (0…n-1) of the instruction that a finding is about; undefined where it is about the script as a whole. */
export const findingPlace = ({ pointer }: Pick<Finding, "pointer">): number | undefined => {
  const place = /^(?:\/payload)?\/instructions\/(\d+)/.exec(pointer)?.[1]
  return place === undefined ? undefined : Number(place)
}
