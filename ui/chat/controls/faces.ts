// The faces of an emoji scale, from the unhappiest on, with the texts that name them (decisions Q3).

export const faces = [
  { value: 1, name: "give.emoji.1" },
  { value: 2, name: "give.emoji.2" },
  { value: 3, name: "give.emoji.3" },
  { value: 4, name: "give.emoji.4" },
  { value: 5, name: "give.emoji.5" },
] as const

/** The face that stands for a value of the scale. */
export const faceOf = (value: unknown): (typeof faces)[number] | undefined => faces.find((face) => face.value === value)
