// Live statistics: reading, updates, other periods, failures, and a missing chat.
import { describe, expect, test } from "vitest"
import { createActor, fromCallback, fromPromise } from "xstate"
import { type LiveStatistics } from "../../domain/statistics/live-statistics.ts"
import { type Period, unlimitedPeriod } from "../../domain/statistics/statistics-period.ts"
import {
  isLive,
  type StatisticsFeedEvent,
  type StatisticsResult,
  statisticsMachine,
  type TabVisibilityEvent,
} from "../../machines/statistics-machine.ts"

const statistics = (begun: number): LiveStatistics => ({
  community: { name: "Acme", slug: "acme" },
  title: "Chat",
  language: "nl",
  begun,
  finished: 0,
  charts: [],
  style: { web: [], stats: [] },
})

const begin = (chosen: Period = unlimitedPeriod) => {
  const kept: Array<Period> = []
  const reads: Array<{ readonly days: Period; readonly answer: (read: StatisticsResult) => void; readonly fail: () => void }> = []
  let tell: (event: StatisticsFeedEvent) => void = () => undefined
  let tab: (event: TabVisibilityEvent) => void = () => undefined
  let lines = 0
  const actor = createActor(
    statisticsMachine.provide({
      actions: { storeDays: (_, days) => kept.push(days) },
      actors: {
        read: fromPromise<StatisticsResult, Period>(({ input }) => {
          const { promise, resolve, reject } = Promise.withResolvers<StatisticsResult>()
          reads.push({ days: input, answer: resolve, fail: () => reject(new Error("the server is down")) })
          return promise
        }),
        subscribeToStatistics: fromCallback(({ sendBack }) => {
          tell = sendBack
          lines++
          return () => {
            lines--
          }
        }),
        visibility: fromCallback(({ sendBack }) => {
          tab = sendBack
        }),
      },
    }),
    { input: { days: chosen } },
  ).start()
  const settled = () => new Promise((done) => setTimeout(done))
  return {
    actor,
    reads,
    kept,
    tell: (event: StatisticsFeedEvent) => tell(event),
    tab: (type: TabVisibilityEvent["type"]) => tab({ type }),
    lines: () => lines,
    answer: async (read: StatisticsResult) => {
      reads.at(-1)?.answer(read)
      await settled()
    },
    fail: async () => {
      reads.at(-1)?.fail()
      await settled()
    },
    shown: () => actor.getSnapshot().context.statistics?.begun,
  }
}

describe("live statistics", () => {
  test("are read, and read again when counts change", async () => {
    const { reads, tell, answer, shown, actor } = begin()
    expect([reads.length, shown()]).toEqual([1, undefined])
    await answer(statistics(1))
    expect([actor.getSnapshot().value, shown()]).toEqual(["ready", 1])
    // The connection has not opened yet.
    expect(actor.getSnapshot().context.isLive).toBe(null)
    tell({ type: "stats.counted" })
    await answer(statistics(2))
    expect([reads.length, shown()]).toEqual([2, 2])
  })

  test("are read once more if counts change during a read, however often", async () => {
    const { reads, tell, answer, shown } = begin()
    tell({ type: "stats.counted" })
    tell({ type: "stats.counted" })
    await answer(statistics(1))
    expect([reads.length, shown()]).toEqual([2, 1])
    await answer(statistics(2))
    expect([reads.length, shown()]).toEqual([2, 2])
  })

  test("are those of the period that was chosen last, also after updates", async () => {
    const { reads, actor, answer, shown, tell } = begin()
    const days = { from: "2026-03-01", until: null }
    actor.send({ type: "stats.days", days })
    reads[0]?.answer(statistics(1))
    await answer(statistics(7))
    expect([reads.length, reads[1]?.days, shown()]).toEqual([2, days, 7])
    tell({ type: "stats.counted" })
    expect(reads[2]?.days).toEqual(days)
  })

  test("start with the period that the page was opened with, and store each period that is chosen", () => {
    const opened = { from: "2026-03-01", until: "2026-03-31" }
    const { reads, actor, kept } = begin(opened)
    expect([reads[0]?.days, kept]).toEqual([opened, []])
    actor.send({ type: "stats.days", days: unlimitedPeriod })
    expect([reads[1]?.days, kept]).toEqual([unlimitedPeriod, [unlimitedPeriod]])
  })

  test("show a failed read, keep the previous counts, and are read again", async () => {
    const { actor, answer, fail, tell, shown, reads } = begin()
    await fail()
    expect(actor.getSnapshot().value).toBe("failed")
    actor.send({ type: "stats.retry" })
    await answer(statistics(3))
    tell({ type: "stats.counted" })
    await fail()
    expect([actor.getSnapshot().value, shown()]).toEqual(["failed", 3])
    tell({ type: "stats.counted" })
    // The failure stays until a read succeeds. Otherwise a screen reader would announce it each time.
    expect([actor.getSnapshot().value, actor.getSnapshot().context.hasFailed]).toEqual(["reading", true])
    await answer(statistics(4))
    expect(actor.getSnapshot().context.hasFailed).toBe(false)
    expect([actor.getSnapshot().value, shown(), reads.length]).toEqual(["ready", 4, 4])
  })

  test("are read again when a lost connection is back, because counts may have changed meanwhile", async () => {
    const { actor, answer, tell, reads } = begin()
    tell({ type: "stats.line", isLive: true })
    await answer(statistics(1))
    tell({ type: "stats.line", isLive: true })
    expect([reads.length, actor.getSnapshot().context.isLive]).toEqual([1, true])
    tell({ type: "stats.line", isLive: false })
    expect([reads.length, actor.getSnapshot().context.isLive]).toEqual([1, false])
    tell({ type: "stats.line", isLive: true })
    expect([reads.length, actor.getSnapshot().context.isLive]).toEqual([2, true])
  })

  test("are read again when the connection first opens, because counts may have changed since the first read", async () => {
    const { actor, answer, tell, reads, shown } = begin()
    await answer(statistics(1))
    tell({ type: "stats.line", isLive: true })
    await answer(statistics(2))
    expect([reads.length, shown(), actor.getSnapshot().context.isLive]).toEqual([2, 2, true])
  })

  test("are read when the connection opens if the first read failed", async () => {
    const { actor, answer, fail, tell, reads, shown } = begin()
    await fail()
    tell({ type: "stats.line", isLive: false })
    expect([actor.getSnapshot().value, reads.length]).toEqual(["failed", 1])
    tell({ type: "stats.line", isLive: true })
    await answer(statistics(2))
    expect([actor.getSnapshot().value, reads.length, shown(), actor.getSnapshot().context.isLive]).toEqual(["ready", 2, 2, true])
  })

  test("have no connection in a hidden tab, and are read and connected again when the tab is shown", async () => {
    const { actor, answer, tell, tab, lines, reads, shown } = begin()
    tell({ type: "stats.line", isLive: true })
    await answer(statistics(1))
    expect(lines()).toBe(1)
    tab("tab.hidden")
    // A connection that was closed on purpose is not reported as lost.
    expect([lines(), actor.getSnapshot().context.isLive, shown(), reads.length]).toEqual([0, null, 1, 1])
    tab("tab.shown")
    expect([lines(), reads.length]).toEqual([1, 2])
    await answer(statistics(2))
    expect([actor.getSnapshot().value, shown()]).toEqual(["ready", 2])
    // The tab was visible already, so there is still one connection.
    tab("tab.shown")
    expect(lines()).toBe(1)
  })

  test("are read once on a page that was opened in the background", async () => {
    const { answer, tab, lines, reads, shown } = begin()
    tab("tab.hidden")
    await answer(statistics(1))
    expect([lines(), shown(), reads.length]).toEqual([0, 1, 1])
  })

  test("without a connection are polled, one read at a time, also after a failed read", async () => {
    const { actor, answer, fail, tell, reads, shown } = begin()
    tell({ type: "stats.due" })
    await answer(statistics(1))
    expect([reads.length, shown()]).toEqual([1, 1])
    tell({ type: "stats.due" })
    tell({ type: "stats.due" })
    expect(reads).toHaveLength(2)
    await fail()
    tell({ type: "stats.due" })
    expect([reads.length, actor.getSnapshot().context.hasFailed]).toEqual([3, true])
    await answer(statistics(2))
    expect(shown()).toBe(2)
  })

  test("are not shown as live after a failed read, even if the connection is open", async () => {
    const { actor, answer, fail, tell } = begin()
    tell({ type: "stats.line", isLive: true })
    await answer(statistics(1))
    expect(isLive(actor.getSnapshot())).toBe(true)
    tell({ type: "stats.due" })
    await fail()
    expect(isLive(actor.getSnapshot())).toBe(false)
  })

  test("stop for a chat that does not exist", async () => {
    const { actor, answer, tell, reads, lines } = begin()
    await answer("missing")
    expect(lines()).toBe(0)
    expect([actor.getSnapshot().value, actor.getSnapshot().status]).toEqual(["missing", "done"])
    tell({ type: "stats.counted" })
    expect(reads).toHaveLength(1)
  })
})
