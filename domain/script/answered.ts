// Which choices answers may stand for, whatever becomes of them in the script.
import type { Choices } from "../questions/choices.ts"
import type { Authored } from "./script.ts"
import { isLocked, type Status } from "./status.ts"

const none: Choices = []

/** [Q2] The choices of the instruction `uuid` that respondents may have answered with, in a script of this status as it was saved last. */
export const answeredWith = (status: Status, { instructions }: Pick<Authored, "instructions">, uuid: string): Choices =>
  isLocked(status) ? (instructions.find((it) => it.uuid === uuid)?.question?.choices ?? none) : none
