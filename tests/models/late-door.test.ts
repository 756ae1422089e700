// The first page's door: what is typed before the machines are there reaches them, in order.
import { expect, test } from "vitest"
import { createActor, fromCallback, fromPromise, waitFor } from "xstate"
import type { User } from "../../domain/accounts/user.ts"
import { sessionMachine } from "../../machines/session.ts"
import { signInMachine } from "../../machines/sign-in.ts"
import { lateDoor } from "../../ui/console/sign-in/late-door.ts"
import { unreachable, user } from "./console-stand-ins.ts"

const session = (tries: Array<unknown>) =>
  createActor(
    sessionMachine.provide({
      actors: {
        otherTabs: fromCallback(() => undefined),
        copy: fromCallback(() => undefined),
        recall: fromPromise(async (): Promise<User | null> => null),
        currentUser: fromPromise(async (): Promise<User | null> => user("ada")),
        signIn: signInMachine.provide({
          actors: {
            login: fromPromise(async ({ input }) => {
              tries.push(input)
              return true
            }),
          },
        }),
      },
    }),
    { input: { nobody: true } },
  ).start()

const write = (field: "username" | "password", text: string) => ({ type: "field.type", field, text }) as const

test("what is typed shows at once, and is sent to the machines when they come", async () => {
  const tries: Array<unknown> = []
  const running = session(tries)
  let come: () => void = () => undefined
  const coming = new Promise<void>((done) => {
    come = done
  })
  const door = lateDoor(() => coming.then(() => running))
  for (const event of [write("username", "a"), write("username", "ada"), write("password", "secret")]) door.send(event)
  expect([door.view().fields.username, door.view().fields.password, door.view().busy]).toEqual(["ada", "secret", false])
  door.send({ type: "form.submit" })
  expect(door.view().busy).toBe(true)
  come()
  await waitFor(running, (state) => state.matches("signedIn"))
  expect(tries).toEqual([{ username: "ada", password: "secret" }])
})

test("where they cannot be fetched the screen says so, keeps what was typed, and the next submit tries again", async () => {
  const tries: Array<unknown> = []
  const running = session(tries)
  const fates = [() => Promise.reject(unreachable), () => Promise.resolve(running)]
  const door = lateDoor(() => (fates.shift() ?? (() => Promise.resolve(running)))())
  door.send(write("username", "ada"))
  door.send(write("password", "secret"))
  door.send({ type: "form.submit" })
  await expect.poll(() => door.view().failure).toBe("Unreachable")
  expect([door.view().fields.username, door.view().busy, tries]).toEqual(["ada", false, []])
  door.send({ type: "form.submit" })
  await waitFor(running, (state) => state.matches("signedIn"))
  expect(tries).toEqual([{ username: "ada", password: "secret" }])
})
