// What the author wrote in another language than that of the conversation says so: it is read out, and runs, as its own language does.
import { directionOf } from "../../domain/script/direction.ts"

export const wordedIn = (language: string | undefined, conversation: string) =>
  language === undefined || language === conversation ? {} : { lang: language, dir: directionOf(language) }
