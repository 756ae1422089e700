// What a respondent's page is told of a conversation: the engine's effects, less what is nobody's business there (adapters/contract/chat.ts).
import type { SideMenu } from "../communities/side-menu.ts"
import type { Question } from "../questions/question.ts"
import type { Language } from "../script/language.ts"
import type { StylePayload } from "../style/payload.ts"
import type { Score } from "./score.ts"
import type { Ending } from "./state.ts"

/** As in effect.ts: `html` is allowed markup, `delay` the seconds before it is shown. */
type Shown = { readonly uuid: string; readonly name: string; readonly html: string; readonly delay: number }

/** Of an action it is told that it is done, and whether the chat waits for it. */
export type Told =
  | ({ readonly type: "show"; readonly as: "message" | "image" | "video" } & Shown)
  | ({ readonly type: "score"; readonly score: Score } & Shown)
  | ({ readonly type: "ask"; readonly question: Question } & Shown)
  | ({ readonly type: "act"; readonly action: string; readonly waits: boolean; readonly amount: number | null } & Shown)
  | { readonly type: "end"; readonly ending: Ending }
export type Asked = Extract<Told, { readonly type: "ask" }>

/** What was given, as it is kept (null: skipped), and what came of it. */
export type Turn = {
  readonly answer: { readonly uuid: string; readonly value: unknown } | null
  readonly effects: ReadonlyArray<Told>
}

/** Where a conversation is: its turns from those on that were known, of `total`; `progress` goes from 0 to 1. */
export type Progressed = {
  readonly turns: ReadonlyArray<Turn>
  readonly total: number
  readonly waiting: { readonly for: "answer" | "action"; readonly uuid: string } | null
  readonly progress: number
}

/** A conversation as a page begins with it. `isBegun`: by a deed of its respondent, which opening a personal link is not. */
export type Opened = Progressed & {
  readonly community: { readonly name: string; readonly slug: string }
  readonly script: { readonly uuid: string; readonly title: string }
  readonly language: Language
  readonly isBegun: boolean
  readonly style: StylePayload
  readonly sideMenu: SideMenu
}
