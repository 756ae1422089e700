// The account machines: changing email address and password, password reset, two-factor authentication and sessions.
import { describe, expect, test } from "vitest"
import { createActor, fromCallback, fromPromise, SimulatedClock, waitFor } from "xstate"
import { buildPasswordConstraints } from "../../domain/accounts/password-rules.ts"
import type { TwoFactorConfiguration } from "../../domain/accounts/two-factor-settings.ts"
import type { OpenSession } from "../../domain/accounts/user.ts"
import { Forbidden } from "../../domain/failures/failure.ts"
import {
  emailChangeMachine,
  emailFormMachine,
  passwordChangeMachine,
  passwordFormMachine,
  passwordResetFormMachine,
  passwordResetMachine,
} from "../../machines/account/account-form-machines.ts"
import { type OtherSessionsEnded, openSessionsMachine } from "../../machines/account/open-sessions-machine.ts"
import { confirmTotpMachine, twoFactorMachine } from "../../machines/account/two-factor-machine.ts"
import type { FormValues } from "../../machines/form-machine.ts"
import { trackUnsavedWork, unreachable, validationFailed } from "./console-fixtures.ts"
import { doneEvent, errorEvent, machineEdges } from "./machine-edges.ts"

const edit = (values: FormValues) => ({ type: "form.edit", values }) as const
const submit = (values: FormValues) => ({ type: "form.submit", values }) as const
const constraints = buildPasswordConstraints(["lowercase", "uppercase", "number", "symbol"])
const strong = "Correct-Horse-7-Battery"

describe("changing the email address", () => {
  const all = machineEdges(emailFormMachine, {
    input: { initialValues: { email: "old@example.org" }, facts: null },
    events: [
      edit({ email: "new@example.org", currentPassword: "" }),
      ...["new@example.org", "old@example.org", "no address", " "].map((email) => submit({ email, currentPassword: "" })),
      { type: "form.discard" } as const,
      doneEvent("submit", undefined),
      errorEvent("submit", validationFailed("email", "ERROR.EMAIL_TAKEN")),
    ],
  })

  test("submits only a valid address that differs from the current one", () => {
    const sent = all.filter(({ state, next }) => state.matches("edited") && next.matches("submitting"))
    expect(new Set(sent.map(({ event }) => ("values" in event ? event.values["email"] : undefined)))).toEqual(new Set(["new@example.org"]))
  })

  test("can be submitted after an edit, not while it is being sent, and is reset with the new address after saving", async () => {
    let answer: (email: string) => void = () => undefined
    const machine = emailChangeMachine.provide({
      actors: {
        form: emailFormMachine.provide({
          actors: { submit: fromPromise(() => new Promise<string>((save) => (answer = save))), holdWork: trackUnsavedWork },
        }),
      },
    })
    const actor = createActor(machine, { input: { initialValues: { email: "a@example.org" }, facts: null } }).start()
    const form = () => actor.getSnapshot().children.form
    const to = (email: string) => submit({ email, currentPassword: "" })
    expect([form()?.getSnapshot().can(to("b@example.org")), actor.getSnapshot().context.saved]).toEqual([false, false])
    form()?.send(edit(to("b@example.org").values))
    expect(form()?.getSnapshot().can(to("b@example.org"))).toBe(true)
    form()?.send(to("b@example.org"))
    expect([form()?.getSnapshot().can(to("c@example.org")), form()?.getSnapshot().hasTag("busy")]).toEqual([false, true])
    answer("b@example.org")
    await waitFor(actor, ({ context }) => context.saved)
    // The form is reset, and the new address is its initial value.
    expect([form()?.getSnapshot().value, form()?.getSnapshot().context.initialValues["email"]]).toEqual(["pristine", "b@example.org"])
    form()?.send(edit(to("c@example.org").values))
    expect(form()?.getSnapshot().can(to("b@example.org"))).toBe(false)
    form()?.send({ type: "form.discard" })
    expect(actor.getSnapshot().context.saved).toBe(false)
  })
})

describe("changing the password", () => {
  const written = { oldPassword: "what it was", newPassword: strong, confirmPassword: strong }
  const canSubmit = (values: Readonly<Record<string, string>>, token = "") => {
    const actor = createActor(passwordFormMachine.provide({ actors: { holdWork: trackUnsavedWork } }), {
      input: { initialValues: { resetToken: token }, facts: { constraints } },
    }).start()
    actor.send(edit(values))
    return actor.getSnapshot().can(submit({ ...actor.getSnapshot().context.initialValues, ...values }))
  }

  test.each([
    ["everything as it should be", written, true],
    ["no old password", { ...written, oldPassword: "" }, false],
    ["a weak one", { ...written, newPassword: "weak", confirmPassword: "weak" }, false],
    ["the same as before", { ...written, oldPassword: strong }, false],
    ["another confirmation", { ...written, confirmPassword: `${strong}!` }, false],
  ])("checks whether the form can be submitted: %s", (_, values, may) => {
    expect(canSubmit(values)).toBe(may)
  })

  test("does not require the old password with a reset token", () => {
    const { oldPassword: _, ...rest } = written
    expect([canSubmit(rest, "token"), canSubmit(rest)]).toEqual([true, false])
  })

  const events = [
    { type: "constraints.retry" } as const,
    doneEvent("constraints", constraints),
    errorEvent("constraints", unreachable),
    errorEvent("constraints", new Forbidden()),
    doneEvent("form", undefined),
    doneEvent("form", null),
  ]

  test("shows the form only once the password rules are loaded, and can retry loading them after a failure", () => {
    const all = machineEdges(passwordChangeMachine, { input: { token: null }, events })
    for (const { next } of all) if (next.matches("editing")) expect(next.context.constraints).toEqual(constraints)
    for (const { state, event, next } of all)
      if (state.matches("failed")) expect(next.value).toBe(event.type === "constraints.retry" ? "loading" : "failed")
    expect(all.some(({ next }) => next.matches("changed"))).toBe(false)
  })

  test("confirms a change with a reset token for two seconds and then ends", async () => {
    const clock = new SimulatedClock()
    const machine = passwordChangeMachine.provide({
      actors: {
        constraints: fromPromise(async () => constraints),
        form: passwordFormMachine.provide({
          actors: { submit: fromPromise(async (): Promise<void> => undefined), holdWork: trackUnsavedWork },
        }),
      },
    })
    const actor = createActor(machine, { input: { token: "token" }, clock }).start()
    await waitFor(actor, (state) => state.matches("editing"))
    const form = actor.getSnapshot().children.form
    const typed = { resetToken: "token", oldPassword: "", newPassword: strong, confirmPassword: strong }
    form?.send(edit(typed))
    form?.send(submit(typed))
    await waitFor(actor, (state) => state.matches("changed"))
    clock.increment(1999)
    expect(actor.getSnapshot().value).toBe("changed")
    clock.increment(1)
    expect(actor.getSnapshot().value).toBe("over")
  })
})

test("a reset mail can be requested only with a valid address, and the flow ends two seconds after it was sent", async () => {
  const clock = new SimulatedClock()
  const asked: Array<unknown> = []
  const machine = passwordResetMachine.provide({
    actors: {
      form: passwordResetFormMachine.provide({
        actors: { submit: fromPromise(async ({ input }) => void asked.push(input)), holdWork: trackUnsavedWork },
      }),
    },
  })
  const actor = createActor(machine, { clock }).start()
  const form = actor.getSnapshot().children.form
  form?.send(edit({ email: "nobody" }))
  expect(form?.getSnapshot().can(submit({ email: "nobody" }))).toBe(false)
  form?.send(submit({ email: "somebody@example.org" }))
  await waitFor(actor, (state) => state.matches("sent"))
  expect(asked).toEqual([{ email: "somebody@example.org" }])
  clock.increment(1999)
  expect(actor.getSnapshot().value).toBe("sent")
  clock.increment(1)
  expect(actor.getSnapshot().value).toBe("over")
})

describe("two-factor authentication", () => {
  const configured = (totpEnabled: boolean): TwoFactorConfiguration => ({
    system: { totpEnabled: true, backupCodesEnabled: true, totpDigits: 6 },
    user: { totpEnabled, backupCodesEnabled: totpEnabled, totpDigits: 6 },
  })
  /** It was turned on in another tab meanwhile. */
  const onAlready = validationFailed("verificationCode", "Two-factor authentication is on already.")
  const secret = { key: "KEY", image: "data:image/png;base64,", account: "ada" }
  const all = machineEdges(twoFactorMachine, {
    input: undefined,
    events: [
      { type: "configuration.retry" },
      { type: "totp.enable" },
      { type: "totp.disable" },
      { type: "codes.acknowledge" },
      doneEvent("configuration", configured(false)),
      doneEvent("configuration", configured(true)),
      errorEvent("configuration", unreachable),
      doneEvent("secret", secret),
      errorEvent("secret", unreachable),
      errorEvent("secret", onAlready),
      doneEvent("confirm", ["code 1", "code 2"]),
      doneEvent("confirm", null),
      doneEvent("disable", undefined),
      doneEvent("disable", null),
    ],
  })

  test("keeps the secret only while it is being confirmed, and backup codes only while they are shown", () => {
    for (const { next } of all) {
      expect([next.value, next.context.secret !== null]).toEqual([next.value, next.matches("confirming")])
      expect([next.value, next.context.backupCodes.length > 0]).toEqual([next.value, next.matches("showingCodes")])
    }
    expect(all.some(({ next }) => next.matches("showingCodes"))).toBe(true)
  })

  test("hides the backup codes only when the user acknowledges them", () => {
    for (const { state, event, next } of all)
      if (state.matches("showingCodes")) expect(next.value).toBe(event.type === "codes.acknowledge" ? "loading" : "showingCodes")
  })

  test("counts as unsaved work while backup codes are shown, since they cannot be shown again", async () => {
    let held = 0
    const counted = fromCallback(() => {
      held++
      return () => void held--
    })
    const machine = twoFactorMachine.provide({
      actors: {
        configuration: fromPromise(async () => configured(false)),
        secret: fromPromise(async () => secret),
        confirm: confirmTotpMachine.provide({
          actors: { submit: fromPromise(async (): Promise<ReadonlyArray<string>> => ["code 1"]), holdWork: trackUnsavedWork },
        }),
        holdWork: counted,
      },
    })
    const actor = createActor(machine).start()
    await waitFor(actor, (state) => state.matches("off"))
    actor.send({ type: "totp.enable" })
    await waitFor(actor, (state) => state.matches("confirming"))
    expect(held).toBe(0)
    const typed = { currentPassword: "x", verificationCode: "123456" }
    actor.getSnapshot().children.confirm?.send(edit(typed))
    actor.getSnapshot().children.confirm?.send(submit(typed))
    await waitFor(actor, (state) => state.matches("showingCodes"))
    expect(held).toBe(1)
    actor.send({ type: "codes.acknowledge" })
    expect(held).toBe(0)
  })

  test("is shown as on as soon as it is on, and as off as soon as it is off, before the server is asked again", () => {
    for (const { state, event, next } of all) {
      if (!("output" in event) || event.output === null) continue
      const isOn = next.context.configuration?.user.totpEnabled
      if (state.matches("confirming") && event.type === "xstate.done.actor.confirm") expect(isOn).toBe(true)
      if (state.matches("disabling") && event.type === "xstate.done.actor.disable") expect(isOn).toBe(false)
    }
  })

  test("is shown as on or off as the server says, and reloaded after it was disabled", () => {
    for (const { state, event, next } of all) {
      if (state.matches("loading") && event.type === "xstate.done.actor.configuration" && "output" in event)
        expect(next.value).toBe(JSON.stringify(event.output) === JSON.stringify(configured(true)) ? "on" : "off")
      const isDone = event.type === "xstate.done.actor.disable" && "output" in event && event.output !== null
      if (state.matches("disabling") && isDone) expect(next.value).toBe("loading")
    }
  })

  test("shows a failure to fetch a secret, and can retry loading the configuration", () => {
    for (const { state, event, next } of all) {
      if (event.type === "xstate.error.actor.secret" && state.matches("fetchingSecret") && "error" in event && event.error === unreachable)
        expect([next.value, next.context.failure?._tag]).toEqual(["off", "Unreachable"])
      if (event.type === "configuration.retry" && state.matches("failed")) expect(next.value).toBe("loading")
    }
  })

  test("reloads the configuration if a secret is refused because it was turned on in another tab", () => {
    const late = all.filter(({ state, event }) => state.matches("fetchingSecret") && "error" in event && event.error === onAlready)
    expect(late.length).toBeGreaterThan(0)
    for (const { next } of late) expect([next.value, next.context.failure]).toEqual(["loading", null])
  })

  test("submits a code only with all its digits and the password, ignoring spaces", () => {
    const may = (currentPassword: string, verificationCode: string): boolean => {
      const actor = createActor(confirmTotpMachine.provide({ actors: { holdWork: trackUnsavedWork } }), {
        input: { initialValues: {}, facts: { digits: 6 } },
      }).start()
      actor.send(edit({ currentPassword, verificationCode }))
      return actor.getSnapshot().can(submit({ currentPassword, verificationCode }))
    }
    expect([may("x", "123456"), may("x", "123 456"), may("x", "12345"), may("x", "12345a"), may("", "123456")]).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })
})

test("other sessions are ended only on request, and the list is reloaded after they ended here or elsewhere", () => {
  const one = { madeAt: "2026-01-01T00:00:00Z", seenAt: "2026-01-02T00:00:00Z", current: true }
  const all = machineEdges(openSessionsMachine, {
    input: undefined,
    events: [
      { type: "list.retry" },
      { type: "other-sessions.end" },
      { type: "other-sessions.ended" },
      doneEvent("list", [one, { ...one, current: false }]),
      errorEvent("list", unreachable),
      doneEvent("endOthers", undefined),
      errorEvent("endOthers", unreachable),
    ],
  })
  for (const { state, event, next } of all) {
    if (event.type === "other-sessions.ended") expect(next.value).toBe(state.matches("ending") ? "ending" : "loading")
    if (next.matches("ending") && !state.matches("ending")) expect([state.value, event.type]).toEqual(["ready", "other-sessions.end"])
    if (state.matches("ending") && event.type === "xstate.done.actor.endOthers")
      expect([next.value, next.context.ended]).toEqual(["loading", true])
    if (state.matches("ending") && event.type === "xstate.error.actor.endOthers")
      expect([next.value, next.context.failure?._tag]).toEqual(["ready", "Unreachable"])
  }
  expect(all.some(({ next }) => next.matches("ending"))).toBe(true)
})

test("a session list that was requested before the other sessions ended is discarded and requested again", async () => {
  const one = { madeAt: "2026-01-01T00:00:00Z", seenAt: "2026-01-02T00:00:00Z", current: true }
  const answers: Array<(sessions: ReadonlyArray<OpenSession>) => void> = []
  const machine = openSessionsMachine.provide({
    actors: {
      list: fromPromise(() => new Promise<ReadonlyArray<OpenSession>>((answer) => answers.push(answer))),
      sessionChanges: fromCallback<OtherSessionsEnded>(() => undefined),
    },
  })
  const actor = createActor(machine).start()
  actor.send({ type: "other-sessions.ended" })
  expect(answers.length).toBe(2)
  answers[0]?.([one, { ...one, current: false }])
  answers[1]?.([one])
  await waitFor(actor, (state) => state.matches("ready"))
  expect(actor.getSnapshot().context.sessions).toEqual([one])
})
