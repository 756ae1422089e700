// The styling configurator: edits and undo, the wizard, saving, conflicts, leaving, files, uploads and local drafts.

import { describe, expect, test } from "vitest"
import { createActor, fromCallback, fromPromise, type PromiseActorLogic, SimulatedClock, waitFor } from "xstate"
import type { SideMenu } from "../../domain/communities/side-menu.ts"
import { SignedOut, StyleSaveConflict } from "../../domain/failures/failure.ts"
import type { DraftStorageStatus } from "../../domain/revisions/local-draft.ts"
import type { Style } from "../../domain/style/community-style.ts"
import type { Scenario, Tab } from "../../domain/style/style-keys.ts"
import { diffStyles, type StyleLocalDraft } from "../../domain/style/style-merge.ts"
import { wizardTabs } from "../../domain/style/style-sections.ts"
import type { PickedImage } from "../../machines/ports.ts"
import { maxSteps } from "../../machines/styling/styling-edits.ts"
import { stylingMachine } from "../../machines/styling/styling-machine.ts"
import type {
  FontReadResult,
  ImageReadResult,
  LoadedStyling,
  OpenedStyle,
  SavedStyling,
  StylingEvent,
} from "../../machines/styling/styling-model.ts"
import { countLocalChanges, countUnsavedChanges, isDirty } from "../../machines/styling/styling-setup.ts"
import { trackUnsavedWork, unreachable } from "./console-fixtures.ts"
import { doneEvent, errorEvent, machineEdges } from "./machine-edges.ts"

const input = { slug: "acme", user: "anna", now: () => "2026-03-01T09:00:00.000Z" }
const kept: LoadedStyling = { style: { web: { chat_color: "#111111ff" }, stats: {} }, sideMenu: { links: [] }, localDraft: null }
const fresh: LoadedStyling = { style: { web: {}, stats: {} }, sideMenu: { links: [] }, localDraft: null }
const saved = (web: Style["web"], addresses: ReadonlyArray<readonly [string, string]> = []): SavedStyling => ({
  style: { web, stats: {} },
  sideMenu: { links: [] },
  addresses: new Map(addresses),
})
const set = (value: string, name = "chat_color") => ({ type: "value.set", portal: "web", name, value }) as const satisfies StylingEvent

describe("saving and leaving", () => {
  const all = machineEdges(stylingMachine, {
    input,
    events: [
      doneEvent("read", kept),
      set("#222222ff"),
      { type: "edit.undo" },
      { type: "style.save" },
      doneEvent("save", saved({ chat_color: "#222222ff" })),
      errorEvent("save", unreachable),
      errorEvent("save", new SignedOut()),
      doneEvent("signIn", undefined),
      { type: "retry.confirm" },
      { type: "retry.cancel" },
      { type: "styling.leave" },
      { type: "leave.confirm" },
      { type: "leave.cancel" },
      doneEvent("forgetStyle", undefined),
    ],
    stopWhen: ({ context: { steps } }) => steps.past.length > 1,
  })

  test("counts unsaved changes only while the style differs from the saved one: none after loading or saving", () => {
    let counted = 0
    for (const { state, event, next } of all) {
      expect(countUnsavedChanges(next.context) > 0).toBe(isDirty(next.context))
      if (event.type === "xstate.done.actor.read" && state.matches("reading")) expect(countUnsavedChanges(next.context)).toBe(0)
      if (state.hasTag("saving") && event.type === "xstate.done.actor.save" && next.context.style.web["chat_color"] === "#222222ff") {
        counted++
        expect([countUnsavedChanges(next.context), next.context.notice, next.hasTag("saving")]).toEqual([0, "saved", false])
      }
    }
    expect(counted).toBeGreaterThan(0)
  })

  test("keeps every change and asks after a failed save, and sends again only on request", () => {
    let asked = 0
    for (const { state, event, next } of all) {
      if (next.hasTag("saving") && !state.hasTag("saving"))
        expect(["style.save", "retry.confirm", "xstate.done.actor.signIn"]).toContain(event.type)
      if (!state.hasTag("saving") || !("error" in event) || event.error !== unreachable || event.type !== "xstate.error.actor.save")
        continue
      asked++
      expect([next.hasTag("confirming-retry"), next.context.failure]).toEqual([true, unreachable])
      expect(next.context.style).toEqual(state.context.style)
    }
    expect(asked).toBeGreaterThan(0)
  })

  test("waits for the sign-in instead of asking if the user was signed out", () => {
    const out = all.filter(({ state, event }) => state.hasTag("saving") && "error" in event && event.error instanceof SignedOut)
    expect(out.length).toBeGreaterThan(0)
    for (const { next } of out)
      expect([next.matches({ open: { saving: "signedOut" } }), next.hasTag("confirming-retry")]).toEqual([true, false])
  })

  test("asks before it closes with changes, and closes directly without any", () => {
    let left = 0
    for (const { state, event, next } of all) {
      if (next.matches("abandoning") && !state.matches("abandoning"))
        expect([state.matches({ open: { leaving: "confirming" } }), event.type]).toEqual([true, "leave.confirm"])
      if (next.matches("closed") && !state.matches("closed") && isDirty(next.context)) {
        left++
        expect(state.matches("abandoning")).toBe(true)
      }
      if (event.type === "styling.leave" && !isDirty(state.context) && !state.hasTag("confirming-leave"))
        expect(next.matches("closed")).toBe(true)
      if (event.type === "leave.cancel")
        expect([next.context.style, next.hasTag("confirming-leave")]).toEqual([state.context.style, state.matches("abandoning")])
      // If the changes are saved while the question is open, it closes.
      if (state.matches({ open: { leaving: "confirming" } }) && event.type === "xstate.done.actor.save" && state.hasTag("saving"))
        expect(next.matches("closed")).toBe(next.context.style.web["chat_color"] === "#222222ff")
    }
    expect(left).toBeGreaterThan(0)
  })

  test("can be loaded again or left after a failure to load", () => {
    const reading = machineEdges(stylingMachine, {
      input,
      events: [errorEvent("read", unreachable), doneEvent("read", kept), { type: "styling.retry" }, { type: "styling.leave" }],
    })
    const stuck = reading.filter(({ state }) => state.matches("failed"))
    expect(stuck.length).toBeGreaterThan(0)
    for (const { state, event, next } of stuck) {
      expect(state.context.failure).toBe(unreachable)
      if (event.type === "styling.retry") expect(next.matches("reading")).toBe(true)
      if (event.type === "styling.leave") expect(next.matches("closed")).toBe(true)
    }
  })

  test("tracks unsaved work exactly while there are changes", () => {
    for (const { next } of all)
      if (next.matches("open")) expect(next.matches({ open: { unsavedWork: "tracked" } })).toBe(isDirty(next.context))
  })
})

describe("[T18] saving after someone else has saved", () => {
  const link = { "sidemenu_link_1-display": "flex", "sidemenu_link_1-content": "Help", "sidemenu_link_1-url": "https://a.example" }
  const web = { chat_color: "#999999ff", sidemenu_color: "#777777ff", ...link }
  const theirs = new StyleSaveConflict({
    style: { web: Object.entries(web).map(([name, value]) => ({ [name]: value })), stats: [] },
    savedBy: "bob",
    savedAt: "2026-03-01T09:00:00.000Z",
  })
  /** Makes two edits and a save that conflicts, then sends the given events. */
  const late = async (...events: ReadonlyArray<StylingEvent>) => {
    const sent: Array<Sent> = []
    const save: Save = fromPromise(async ({ input: it }) => {
      sent.push(it)
      if (sent.length === 1) throw theirs
      return { ...saved(it.style.web), sideMenu: it.before ?? { links: [] } }
    })
    const actor = await opened(kept, { save })
    actor.send(set("#222222ff"))
    actor.send(set("#555555ff", "header_background-color"))
    actor.send({ type: "style.save" })
    const asked = await waitFor(actor, (snapshot) => snapshot.context.conflict !== null)
    expect([asked.context.failure, asked.hasTag("confirming-retry"), asked.context.style.web["chat_color"]]).toEqual([
      null,
      false,
      "#222222ff",
    ])
    for (const event of events) actor.send(event)
    const { context } = await waitFor(actor, (snapshot) => !snapshot.hasTag("saving"))
    return { actor, context, sent }
  }

  test("sends the base of the edits, and neither saves nor drops anything until the author decides", async () => {
    const { context, sent } = await late()
    expect(sent.map(({ base }) => base)).toEqual([kept.style])
    expect([context.conflict, context.style.web["header_background-color"]]).toEqual([theirs, "#555555ff"])
  })

  test("merges both styles, with the picks for values that both changed; the result is unsaved and based on theirs", async () => {
    for (const [picks, color] of [
      [{}, "#222222ff"],
      [{ "web chat_color": "theirs" as const }, "#999999ff"],
    ] as const) {
      const { actor, context } = await late({ type: "conflict.merge", picks })
      expect(context.style.web).toEqual({ ...web, chat_color: color, "header_background-color": "#555555ff" })
      expect([isDirty(context), context.conflict, context.savedStyle.web]).toEqual([true, null, web])
      actor.send({ type: "edit.undo" })
      expect(actor.getSnapshot().context.style.web["sidemenu_color"]).toBeUndefined()
      actor.stop()
    }
    const { context, sent } = await late({ type: "conflict.merge", picks: {} }, { type: "style.save" })
    expect([sent[1]?.base.web, countUnsavedChanges(context)]).toEqual([web, 0])
  })

  test("stays unsaved if the side menu could not be saved, waits for a signed-out user, and bases the next save on the stored style", async () => {
    for (const failure of [unreachable, new SignedOut()]) {
      const sent: Array<Sent> = []
      const save: Save = fromPromise(async ({ input: it }) => {
        sent.push(it)
        return { ...saved(it.style.web), sideMenu: sent.length === 1 ? failure : { links: [] } }
      })
      const actor = await opened(kept, { save })
      actor.send(set("#222222ff"))
      actor.send({ type: "style.save" })
      if (failure === unreachable) {
        const asked = await waitFor(actor, (snapshot) => snapshot.hasTag("confirming-retry"))
        expect([countUnsavedChanges(asked.context), asked.context.notice, asked.context.failure]).toEqual([1, null, unreachable])
        actor.send({ type: "retry.cancel" })
        // This equals the style before the save, but the server now has another one.
        actor.send(set("#111111ff"))
        actor.send({ type: "style.save" })
      }
      const { context } = await waitFor(actor, (snapshot) => snapshot.context.notice === "saved")
      expect(sent.map(({ base, before }) => [base.web, before])).toEqual([
        [kept.style.web, { links: [] }],
        [{ chat_color: "#222222ff" }, null],
      ])
      expect([countUnsavedChanges(context), context.failure]).toEqual([0, null])
      actor.stop()
    }
  })

  test("overwrites theirs immediately, with their style and side menu as the base", async () => {
    const { context, sent } = await late({ type: "conflict.overwrite" })
    expect([sent[1]?.style.web, sent[1]?.base.web, sent[1]?.before?.links.length]).toEqual([
      { chat_color: "#222222ff", "header_background-color": "#555555ff" },
      web,
      1,
    ])
    expect([context.notice, countUnsavedChanges(context)]).toEqual(["saved", 0])
  })

  test("discards ours without unsaved changes, and undo restores it", async () => {
    const { actor, context, sent } = await late({ type: "conflict.discard" })
    expect([context.style.web, countUnsavedChanges(context), sent.length]).toEqual([web, 0, 1])
    actor.send({ type: "edit.undo" })
    expect(actor.getSnapshot().context.style.web["chat_color"]).toBe("#222222ff")
    actor.stop()
  })
})

describe("wizard", () => {
  const walk = machineEdges(stylingMachine, {
    input,
    events: [
      doneEvent("read", fresh),
      { type: "wizard.continue" },
      { type: "tab.pick", tab: "statistics" },
      { type: "style.save" },
      doneEvent("save", saved({})),
    ],
  })

  test("visits every tab except the settings once, and only for a community without a style", () => {
    const ends = walk.filter(
      ({ state, event, next }) =>
        state.matches("open") && event.type === "wizard.continue" && state.context.isFirstSetup && next.context.tab === state.context.tab,
    )
    expect(ends.length).toBeGreaterThan(0)
    for (const { state } of ends) expect(new Set(state.context.visitedTabs)).toEqual(new Set(wizardTabs))
    for (const { state, event, next } of walk)
      if (event.type === "wizard.continue" && next.context.tab !== state.context.tab)
        expect(state.context.visitedTabs).not.toContain(next.context.tab)
    const other = machineEdges(stylingMachine, { input, events: [doneEvent("read", kept), { type: "wizard.continue" }] })
    for (const { next } of other) expect([next.context.isFirstSetup, next.context.tab]).toEqual([false, "chat"])
  })

  test("can save the unchanged defaults, and ends with the save", () => {
    let ended = 0
    for (const { state, event, next } of walk) {
      if (event.type === "style.save" && state.context.isFirstSetup && state.matches("open")) expect(next.hasTag("saving")).toBe(true)
      if (state.hasTag("saving") && event.type === "xstate.done.actor.save") {
        ended++
        expect([next.context.isFirstSetup, next.can({ type: "wizard.continue" })]).toEqual([false, false])
      }
    }
    expect(ended).toBeGreaterThan(0)
  })

  test("previews the statistics page exactly on the statistics tab", () => {
    for (const { next } of walk)
      if (next.matches("open"))
        expect(["barCharts", "pieCharts", "averages"].includes(next.context.scenario)).toBe(next.context.tab === "statistics")
  })
})

describe("editing", () => {
  const of = async (...events: ReadonlyArray<StylingEvent>) => {
    const actor = await opened(kept)
    for (const event of events) actor.send(event)
    return actor.getSnapshot().context
  }

  test("records changes of one key without a pause as one step, and a change of another key or after a pause as another", async () => {
    const dragged = await of(set("#000001ff"), set("#000002ff"), set("#000003ff"))
    expect([dragged.steps.past.length, countUnsavedChanges(dragged)]).toEqual([1, 1])
    expect((await of(set("#000001ff"), set("#0000ffff", "sidemenu_color"), set("#000002ff"))).steps.past.length).toBe(3)
    const actor = await opened(kept)
    actor.send(set("#000001ff"))
    await waitFor(actor, (snapshot) => snapshot.matches({ open: { editing: "idle" } }))
    actor.send(set("#000002ff"))
    expect(actor.getSnapshot().context.steps.past.length).toBe(2)
    actor.stop()
  })

  test("counts no unsaved changes after undoing to the saved style, and counts them again after redoing", async () => {
    const undone = await of(
      set("#000001ff"),
      { type: "toggle.set", name: "header_display", on: false },
      { type: "edit.undo" },
      { type: "edit.undo" },
    )
    expect([undone.style, countUnsavedChanges(undone)]).toEqual([kept.style, 0])
    const redone = await of(set("#000001ff"), { type: "edit.undo" }, { type: "edit.redo" })
    expect([redone.style.web["chat_color"], countUnsavedChanges(redone)]).toEqual(["#000001ff", 1])
  })

  test("undoes and redoes every kind of edit, step by step", async () => {
    const edits: ReadonlyArray<StylingEvent> = [
      set("#000001ff"),
      { type: "toggle.set", name: "sidemenu_link_1-display", on: true },
      set("Help", "sidemenu_link_1-content"),
      { type: "toggle.set", name: "sidemenu_link_1-display", on: false },
      { type: "family.pick", family: "Lora" },
      { type: "shape.pick", shape: "round" },
      { type: "palette.pick", palette: "night" },
      { type: "font.remove" },
      { type: "value.set", portal: "stats", name: "body_color", value: "#010203ff" },
      { type: "defaults.restore" },
    ]
    const actor = await opened(kept)
    const style = () => actor.getSnapshot().context.style
    const seen = [style()]
    for (const event of edits) {
      actor.send(event)
      seen.push(style())
    }
    for (let turn = 0; turn < 2; turn++) {
      for (const before of seen.slice(0, -1).toReversed()) {
        actor.send({ type: "edit.undo" })
        expect(style()).toEqual(before)
      }
      expect([actor.getSnapshot().can({ type: "edit.undo" }), countUnsavedChanges(actor.getSnapshot().context)]).toEqual([false, 0])
      for (const after of seen.slice(1)) {
        actor.send({ type: "edit.redo" })
        expect(style()).toEqual(after)
      }
      expect(actor.getSnapshot().can({ type: "edit.redo" })).toBe(false)
    }
    actor.stop()
  })

  test("drops the oldest steps beyond the limit", async () => {
    const many = Array.from({ length: maxSteps + 5 }, (_, i) => set(`#0000${i % 10}0ff`, i % 2 ? "chat_color" : "sidemenu_color"))
    expect((await of(...many)).steps.past.length).toBe(maxSteps)
  })

  test("keeps the previewed scenario in a new tab if it fits or the tab has none on the same page, and otherwise shows the tab's first", async () => {
    const after = async (scenario: Scenario, tab: Tab) =>
      (await of({ type: "scenario.show", scenario }, { type: "tab.pick", tab })).scenario
    expect(await Promise.all((["answers", "messages", "settings", "statistics"] as const).map((tab) => after("slider", tab)))).toEqual([
      "slider",
      "openAnswer",
      "slider",
      "barCharts",
    ])
    expect(await Promise.all([after("sideMenu", "messages"), after("sideMenu", "answers"), after("pieCharts", "chat")])).toEqual([
      "openAnswer",
      "choice",
      "openAnswer",
    ])
  })

  test("records a shape, a palette, a font and the defaults as one step each", async () => {
    const context = await of(
      { type: "shape.pick", shape: "round" },
      { type: "palette.pick", palette: "ocean" },
      { type: "family.pick", family: "Lora" },
      { type: "defaults.restore" },
    )
    expect([context.steps.past.length, Object.values(context.style.web).filter(Boolean)]).toEqual([4, []])
    expect(context.steps.past[3]?.web["body_font-family"]).toBe("Lora")
    expect(context.steps.past[3]?.web["message_border-radius"]).toBe("1.75em")
  })

  test("loads the stored side menu links as values, without counting them as changes", async () => {
    const actor = await opened({ ...kept, sideMenu: { links: [{ content: "Help", url: "https://a.example" }] } })
    const { context } = actor.getSnapshot()
    expect([context.style.web["sidemenu_link_1-content"], countUnsavedChanges(context), context.isFirstSetup]).toEqual(["Help", 0, false])
  })
})

describe("uploads of a save", () => {
  const uri = `data:image/png;base64,${"A".repeat(400)}`

  test("are replaced by their addresses, also in the undo history; edits made meanwhile stay unsaved", async () => {
    let answer: (it: SavedStyling) => void = () => undefined
    const actor = await opened(kept, { save: fromPromise(() => new Promise((resolve) => (answer = resolve))) })
    actor.send(set(uri, "header-logo_content"))
    actor.send({ type: "toggle.set", name: "header_expanded", on: true })
    actor.send({ type: "style.save" })
    actor.send(set("#333333ff"))
    answer({
      ...saved({ chat_color: "#111111ff", "header-logo_content": "/uploads/a/b.png", header_expanded: "1" }),
      addresses: new Map([[uri, "/uploads/a/b.png"]]),
    })
    const { context } = await waitFor(actor, (snapshot) => !snapshot.hasTag("saving"))
    expect([context.style.web["header-logo_content"], context.style.web["chat_color"]]).toEqual(["/uploads/a/b.png", "#333333ff"])
    expect(context.steps.past.map(({ web }) => web["header-logo_content"])).toEqual([undefined, "/uploads/a/b.png", "/uploads/a/b.png"])
    expect(countUnsavedChanges(context)).toBe(1)
    actor.stop()
  })
})

describe("importing, exporting and copying a style", () => {
  const file = { name: "a.json", text: async () => "" }
  const style: Style = { web: { chat_color: "#444444ff" }, stats: {} }
  const insecure: OpenedStyle = { _tag: "Insecure" }
  const all = machineEdges(stylingMachine, {
    input,
    stopWhen: ({ context: { steps } }) => steps.past.length > 0,
    events: [
      doneEvent("read", kept),
      { type: "tab.pick", tab: "import-export" },
      { type: "file.import", files: [file] },
      { type: "file.import", files: [] },
      { type: "file.import", files: [file, file] },
      doneEvent("openFile", { _tag: "Opened", style }),
      doneEvent("openFile", insecure),
      errorEvent("openFile", unreachable),
      { type: "file.export" },
      doneEvent("exportFile", "done"),
      doneEvent("exportFile", "insecure"),
      { type: "community-style.copy", slug: "other" },
      doneEvent("takeStyle", { _tag: "Opened", style }),
      doneEvent("takeStyle", { _tag: "Opened", style: { web: {}, stats: {} } }),
      errorEvent("takeStyle", unreachable),
      { type: "transfer.dismiss" },
    ],
  })

  test("replaces the style by an import as an undoable step and opens the first tab; a failed import only shows the problem", () => {
    let imported = 0
    for (const { state, event, next } of all) {
      if (!state.hasTag("importing") || next.hasTag("importing")) continue
      if ("output" in event && event.output !== insecure) {
        imported++
        expect([next.context.style, next.context.tab, next.context.notice]).toEqual([style, "chat", "imported"])
        expect(next.context.steps.past.at(-1)).toEqual(state.context.style)
      } else {
        expect([next.context.style, next.context.transferProblem?.of]).toEqual([state.context.style, "import"])
      }
    }
    expect(imported).toBeGreaterThan(0)
  })

  test("imports exactly one file", () => {
    for (const { state, event, next } of all) {
      if (event.type !== "file.import" || !("files" in event) || !state.matches({ open: { transfer: "idle" } })) continue
      expect(next.hasTag("importing")).toBe(event.files.length === 1)
      if (event.files.length !== 1) expect(next.context.transferProblem).toEqual({ of: "import", problem: "not-one-file" })
    }
  })

  test("copies the style of another community and keeps the tab, or shows the problem if it has no style", () => {
    let [taken, none] = [0, 0]
    for (const { state, next } of all) {
      if (!state.hasTag("copying-style") || next.hasTag("copying-style")) continue
      if (next.context.notice === "taken") {
        taken++
        expect([next.context.style, next.context.tab]).toEqual([style, state.context.tab])
      } else {
        none++
        expect([next.context.style, next.context.transferProblem?.of]).toEqual([state.context.style, "take"])
      }
    }
    expect([taken > 0, none > 1]).toEqual([true, true])
  })

  test("shows whether an export succeeded, and changes nothing", () => {
    for (const { state, event, next } of all) {
      if (!state.hasTag("exporting") || next.hasTag("exporting")) continue
      expect(next.context.style).toEqual(state.context.style)
      if ("output" in event)
        expect(event.output === "done" ? next.context.notice : next.context.transferProblem?.problem).toBe(
          event.output === "done" ? "exported" : "insecure",
        )
    }
  })
})

describe("images and fonts", () => {
  const picked = (bytes: number, type = "image/png", name = "a.png"): PickedImage => ({
    name,
    type,
    bytes,
    content: async () => new ArrayBuffer(0),
  })
  const after = async (...sent: ReadonlyArray<StylingEvent>) => {
    const actor = await opened(kept)
    for (const event of sent) actor.send(event)
    return waitFor(actor, (snapshot) => !snapshot.hasTag("reading-upload")).then(({ context }) => context)
  }
  const image = (file: PickedImage) => ({ type: "image.pick", name: "header_background-image", file }) as const

  test("adds an image that can be shown as one step, with a warning if it is large", async () => {
    const small = await after(image(picked(1000)))
    expect([small.style.web["header_background-image"], small.steps.past.length, small.uploadProblem]).toEqual(["data:shown", 1, null])
    const big = await after(image(picked(2_000_000)))
    expect([big.style.web["header_background-image"], big.uploadProblem?.problem]).toEqual(["data:shown", "big"])
  })

  test.each([
    ["empty", picked(0)],
    ["too-big", picked(10_485_761)],
    ["kind", picked(10, "image/gif")],
    ["unshowable", picked(20, "image/png", "huge.png")],
    ["unreadable", picked(30, "image/png", "broken.png")],
  ])('changes nothing for an image with problem "%s", and shows the problem at its field', async (problem, file) => {
    const context = await after(image(file))
    expect([context.style, context.steps.past.length]).toEqual([kept.style, 0])
    expect(context.uploadProblem).toEqual({ name: "header_background-image", bytes: file.bytes, problem })
  })

  test("keeps showing the problem of an image when another notice is dismissed", async () => {
    const actor = await opened(kept)
    actor.send(image(picked(0)))
    await waitFor(actor, ({ context }) => context.uploadProblem !== null)
    actor.send({ type: "file.import", files: [] })
    actor.send({ type: "transfer.dismiss" })
    const { uploadProblem, transferProblem } = actor.getSnapshot().context
    expect([uploadProblem?.problem, transferProblem]).toEqual(["empty", null])
  })

  test("adds a font under the name in its file, and shows the problem of a file that is not a font", async () => {
    const font = await after({ type: "font.pick", file: picked(10, "", "mine.woff2") })
    expect([font.style.web["body_font-family"], font.style.web["body_font-file"], font.steps.past.length]).toEqual(["Mine", "data:font", 1])
    const none = await after({ type: "font.pick", file: picked(10, "", "broken.woff2") })
    expect([none.style, none.uploadProblem?.problem]).toEqual([kept.style, "no-font"])
    expect((await after({ type: "font.pick", file: picked(10, "", "a.eot") })).uploadProblem?.problem).toBe("kind")
  })
})

describe("local draft", () => {
  const left: StyleLocalDraft = {
    user: "anna",
    community: "acme",
    base: { web: [{ chat_color: "#000000ff" }], stats: [] },
    style: { web: [{ chat_color: "#000000ff" }, { sidemenu_color: "#999999ff" }], stats: [] },
    at: "2026-02-28T09:00:00.000Z",
  }
  const clock = () => new SimulatedClock()
  const told = (draftCalls: ReadonlyArray<StyleLocalDraft | "forgotten">) =>
    draftCalls.map((call) => (call === "forgotten" ? call : call.style.web))

  test("is stored within 300 ms of an edit, and deleted after a save or once nothing differs", async () => {
    const [draftCalls, time]: [Array<StyleLocalDraft | "forgotten">, SimulatedClock] = [[], clock()]
    const actor = await opened(kept, { save: fromPromise(async () => saved({ chat_color: "#222222ff" })), draftCalls, clock: time })
    actor.send(set("#333333ff"))
    time.increment(150)
    actor.send(set("#222222ff"))
    time.increment(150)
    await waitFor(actor, ({ context }) => context.localDraftStatus === "kept")
    expect(draftCalls).toEqual([
      {
        user: "anna",
        community: "acme",
        base: { web: [{ chat_color: "#111111ff" }], stats: [] },
        style: { web: [{ chat_color: "#222222ff" }], stats: [] },
        at: input.now(),
      },
    ])
    actor.send({ type: "style.save" })
    await waitFor(actor, ({ context }) => context.notice === "saved")
    time.increment(300)
    await expect.poll(() => draftCalls.at(-1)).toBe("forgotten")
    actor.send(set("#444444ff"))
    actor.send({ type: "edit.undo" })
    time.increment(300)
    await expect.poll(() => told(draftCalls)).toEqual([[{ chat_color: "#222222ff" }], "forgotten", "forgotten"])
    actor.stop()
  })

  test("is stored immediately when the page is hidden", async () => {
    const draftCalls: Array<StyleLocalDraft | "forgotten"> = []
    const actor = await opened(kept, { draftCalls, clock: clock() })
    actor.send(set("#333333ff"))
    actor.send({ type: "page.hide" })
    await expect.poll(() => told(draftCalls)).toEqual([[{ chat_color: "#333333ff" }]])
    actor.stop()
  })

  test("reports that storage is full", async () => {
    const time = clock()
    const actor = await opened(kept, { keeping: "full", clock: time })
    actor.send(set("#333333ff"))
    time.increment(300)
    await waitFor(actor, ({ context }) => context.localDraftStatus === "full")
    actor.stop()
  })

  test("is offered on return and applied to the style of the server, as an undoable and unsaved step", async () => {
    const actor = started({ ...kept, localDraft: left }, { clock: clock() })
    await waitFor(actor, (snapshot) => snapshot.matches("offering"))
    expect(countLocalChanges(actor.getSnapshot().context)).toBe(1)
    actor.send({ type: "local-draft.restore" })
    const { context } = actor.getSnapshot()
    expect([context.style.web, countUnsavedChanges(context)]).toEqual([{ chat_color: "#111111ff", sidemenu_color: "#999999ff" }, 1])
    actor.send({ type: "edit.undo" })
    expect(countUnsavedChanges(actor.getSnapshot().context)).toBe(0)
    actor.stop()
  })

  test("leaves a value that someone else changed too as a conflict for the next save", async () => {
    const style = { web: [{ chat_color: "#222222ff" }, { sidemenu_color: "#999999ff" }], stats: [] }
    const sent: Array<Sent> = []
    const theirs = new StyleSaveConflict({ style: { web: [{ chat_color: "#111111ff" }], stats: [] }, savedBy: "eve", savedAt: null })
    const save: Save = fromPromise(async ({ input: it }) => {
      sent.push(it)
      throw theirs
    })
    const actor = started({ ...kept, localDraft: { ...left, style } }, { save, clock: clock() })
    await waitFor(actor, (snapshot) => snapshot.matches("offering"))
    actor.send({ type: "local-draft.restore" })
    const { context } = actor.getSnapshot()
    expect([context.style.web, countUnsavedChanges(context)]).toEqual([{ chat_color: "#222222ff", sidemenu_color: "#999999ff" }, 1])
    actor.send({ type: "style.save" })
    const asked = await waitFor(actor, (snapshot) => snapshot.context.conflict !== null)
    expect(sent.map(({ base }) => base.web)).toEqual([{ chat_color: "#000000ff" }])
    const { savedStyle: base, style: mine } = asked.context
    const differing = diffStyles({ base, mine, theirs: kept.style })
    expect(differing.map(({ key, by }) => [key, by])).toEqual([
      ["web chat_color", "both"],
      ["web sidemenu_color", "mine"],
    ])
    actor.send({ type: "conflict.merge", picks: { "web chat_color": "theirs" } })
    expect(actor.getSnapshot().context.style.web).toEqual({ chat_color: "#111111ff", sidemenu_color: "#999999ff" })
    actor.stop()
  })

  test.each([
    ["what is discarded", left, true],
    ["what the server has by now", { ...left, style: { web: [{ chat_color: "#111111ff" }], stats: [] } }, false],
  ])("is deleted, and the style of the server shown: %s", async (_, before, isOffered) => {
    const draftCalls: Array<StyleLocalDraft | "forgotten"> = []
    const actor = started({ ...kept, localDraft: before }, { draftCalls, clock: clock() })
    if (isOffered) {
      await waitFor(actor, (snapshot) => snapshot.matches("offering"))
      actor.send({ type: "local-draft.discard" })
    }
    const { context } = await waitFor(actor, (snapshot) => snapshot.matches("open"))
    expect([context.style, context.localDraft, draftCalls]).toEqual([kept.style, null, ["forgotten"]])
    actor.stop()
  })

  test("is deleted when the user confirms leaving", async () => {
    const draftCalls: Array<StyleLocalDraft | "forgotten"> = []
    const actor = await opened(kept, { draftCalls })
    actor.send(set("#333333ff"))
    actor.send({ type: "styling.leave" })
    actor.send({ type: "leave.confirm" })
    await waitFor(actor, ({ status }) => status === "done")
    expect(draftCalls).toEqual(["forgotten"])
  })
})

type Sent = { readonly slug: string; readonly style: Style; readonly base: Style; readonly before: SideMenu | null }
type Save = PromiseActorLogic<SavedStyling, Sent>
type File = { readonly file: PickedImage | null }
const pending: Save = fromPromise(() => new Promise(() => undefined))

type Outside = {
  readonly save?: Save
  /** The drafts that were stored or deleted, in order. */
  readonly draftCalls?: Array<StyleLocalDraft | "forgotten">
  readonly keeping?: DraftStorageStatus
  readonly clock?: SimulatedClock
}

/** A configurator that loads `it`. A file named huge cannot be shown, one named broken cannot be read. */
const started = (it: LoadedStyling, { save = pending, draftCalls = [], keeping = "kept", clock }: Outside = {}) =>
  createActor(
    stylingMachine.provide({
      actors: {
        read: fromPromise(async () => it),
        save,
        signIn: fromPromise<void, { readonly user: string }>(async () => undefined),
        keepStyle: fromPromise<DraftStorageStatus, StyleLocalDraft>(async ({ input: style }) => {
          draftCalls.push(style)
          return keeping
        }),
        forgetStyle: fromPromise<void, Pick<StyleLocalDraft, "user" | "community">>(async () => {
          draftCalls.push("forgotten")
        }),
        page: fromCallback<StylingEvent>(() => undefined),
        readImage: fromPromise<ImageReadResult, File>(async ({ input: { file } }) => {
          if (file?.name === "broken.png") throw unreachable
          return file?.name === "huge.png" ? "unshowable" : { uri: "data:shown" }
        }),
        readFont: fromPromise<FontReadResult, File>(async ({ input: { file } }) =>
          file?.name === "mine.woff2" ? { uri: "data:font", family: "Mine" } : null,
        ),
        warnBeforeUnload: fromCallback<StylingEvent>(() => undefined),
        holdWork: trackUnsavedWork,
      },
    }),
    { input, ...(clock && { clock }) },
  ).start()

const opened = async (...[it, outside]: Parameters<typeof started>) => {
  const actor = started(it, outside)
  await waitFor(actor, (snapshot) => snapshot.matches("open"))
  return actor
}
