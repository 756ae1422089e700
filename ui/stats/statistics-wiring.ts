// The one place of the live statistics' page where its machine meets adapters.
import { createActor, fromCallback, fromPromise } from "xstate"
import { watchTab } from "../../adapters/browser/browser-page.ts"
import { daysInAddress, keepDaysInAddress, listenToStatistics, readStatistics } from "../../adapters/public-pages/statistics-client.ts"
import type { StatsPlace } from "../../domain/links/respondent-urls.ts"
import type { Days } from "../../domain/statistics/statistics-scope.ts"
import { type StatisticsActor, type StatisticsRead, statisticsMachine } from "../../machines/statistics-machine.ts"

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
