// The one place of the live statistics' page where its machine meets adapters.
import { createActor, fromCallback, fromPromise } from "xstate"
import { watchTab } from "../../adapters/browser/page.ts"
import { listenToStatistics, readStatistics } from "../../adapters/browser/statistics.ts"
import { daysInAddress, keepDaysInAddress } from "../../adapters/browser/statistics-days.ts"
import type { StatsPlace } from "../../domain/links/stats-place.ts"
import type { Days } from "../../domain/statistics/told.ts"
import { type StatisticsActor, type StatisticsRead, statisticsMachine } from "../../machines/statistics.ts"

export const wire = (place: Extract<StatsPlace, { readonly type: "chat" }>): StatisticsActor =>
  createActor(
    statisticsMachine.provide({
      actions: { keepDays: (_, days) => keepDaysInAddress(days) },
      actors: {
        read: fromPromise<StatisticsRead, Days>(({ input, signal }) => readStatistics(place, input, signal)),
        listen: fromCallback(({ sendBack }) => listenToStatistics(place, sendBack)),
        visibility: fromCallback(({ sendBack }) => watchTab(sendBack)),
      },
    }),
    { input: { days: daysInAddress() } },
  )
