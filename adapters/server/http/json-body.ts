// Reading JSON bodies: malformed or bottomless ones are refused before anything walks them.
import type { FastifyInstance } from "fastify"
import { malformed } from "./trouble.ts"

/** Levels that a body may nest; the deepest one of ours has about twelve. */
const deepest = 200

export const readJsonBodies = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, text, done) => {
    try {
      done(null, parse(String(text)))
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  })
}

const parse = (text: string): unknown => {
  if (text.trim() === "") return undefined
  if (depthOf(text) > deepest) throw malformed(`The body nests deeper than ${deepest} levels.`)
  try {
    return JSON.parse(text)
  } catch {
    throw malformed("The body is not JSON.")
  }
}

const depthOf = (text: string): number => {
  let depth = 0
  let most = 0
  let isText = false
  for (let i = 0; i < text.length; i++) {
    const letter = text.charCodeAt(i)
    if (isText) {
      if (letter === 92) i++
      else if (letter === 34) isText = false
    } else if (letter === 34) isText = true
    else if (letter === 123 || letter === 91) most = Math.max(most, ++depth)
    else if (letter === 125 || letter === 93) depth--
  }
  return most
}
