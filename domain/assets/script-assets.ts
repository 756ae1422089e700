// The assets of a script: the images in its messages.
import { imagesIn, withImages } from "../rich-text/images.ts"
import type { Authored } from "../script/script.ts"
import type { Carrier } from "./carry.ts"
import { mostMessageImageBytes } from "./upload-limits.ts"

export const scriptAssets: Carrier<Authored> = {
  mostBytes: mostMessageImageBytes,
  addresses: ({ instructions }) => [
    ...new Set(instructions.flatMap(({ messages }) => messages.flatMap(({ content }) => imagesIn(content)))),
  ],
  readdressed: (script, others) => {
    let isSame = true
    const instructions = script.instructions.map((instruction) => {
      const messages = instruction.messages.map((message) => {
        const content = withImages(message.content, others)
        return content === message.content ? message : { ...message, content }
      })
      if (messages.every((message, i) => message === instruction.messages[i])) return instruction
      isSame = false
      return { ...instruction, messages }
    })
    return isSame ? script : { ...script, instructions }
  },
}
