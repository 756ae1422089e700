// The lazy sign-in store: a sign-in that is submitted before the machines are loaded reaches them.
import { expect, test } from "vitest"
import { createActor, fromCallback, fromPromise, waitFor } from "xstate"
import type { User } from "../../domain/accounts/user.ts"
import { sessionMachine } from "../../machines/session/session-machine.ts"
import { signInMachine } from "../../machines/session/sign-in-machine.ts"
import { createLazySignInStore } from "../../ui/console/sign-in/sign-in-store.ts"
import { unreachable, user } from "./console-fixtures.ts"

const session = (tries: Array<unknown>) =>
  createActor(
    sessionMachine.provide({
      actors: {
        otherTabs: fromCallback(() => undefined),
        copy: fromCallback(() => undefined),
        readStoredUser: fromPromise(async (): Promise<User | null> => null),
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
    { input: { isSignedOut: true } },
  ).start()

const submit = { type: "credentials.submit", username: "ada", password: "secret" } as const

test("loads the machines once, when the user begins to type, and a submitted sign-in waits for them", async () => {
  const tries: Array<unknown> = []
  const running = session(tries)
  let come: () => void = () => undefined
  const coming = new Promise<void>((done) => {
    come = done
  })
  let fetched = 0
  const door = createLazySignInStore(() => {
    fetched++
    return coming.then(() => running)
  })
  expect(fetched).toBe(0)
  door.prepare()
  door.prepare()
  expect([fetched, door.getView().busy]).toEqual([1, false])
  door.send(submit)
  expect([fetched, door.getView().busy]).toEqual([1, true])
  come()
  await waitFor(running, (state) => state.matches("signedIn"))
  expect(tries).toEqual([{ username: "ada", password: "secret" }])
})

test("shows the failure if the machines cannot be loaded for a sign-in, and the next one loads them again", async () => {
  const tries: Array<unknown> = []
  const running = session(tries)
  const fates = [() => Promise.reject(unreachable), () => Promise.reject(unreachable), () => Promise.resolve(running)]
  let fetched = 0
  const door = createLazySignInStore(() => {
    fetched++
    return (fates.shift() ?? (() => Promise.resolve(running)))()
  })
  // A failure is not shown while the store only prepares.
  door.prepare()
  await new Promise((done) => setImmediate(done))
  expect(door.getView().failure).toBe(null)
  door.send(submit)
  await expect.poll(() => door.getView().failure).toBe("Unreachable")
  expect([door.getView().busy, tries]).toEqual([false, []])
  door.send(submit)
  expect(door.getView().failure).toBe(null)
  await waitFor(running, (state) => state.matches("signedIn"))
  expect([fetched, tries]).toEqual([3, [{ username: "ada", password: "secret" }]])
})
