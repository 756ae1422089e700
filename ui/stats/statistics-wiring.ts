// Connects the statistics machine of the statistics page to the API client and the browser.
import { createActor, fromCallback, fromPromise } from "xstate"
import { watchTabVisibility } from "../../adapters/browser/browser-page.ts"
import {
  fetchStatistics,
  readPeriodFromUrl,
  subscribeToStatistics,
  writePeriodToUrl,
} from "../../adapters/public-pages/statistics-client.ts"
import type { StatsRoute } from "../../domain/links/respondent-urls.ts"
import type { Period } from "../../domain/statistics/statistics-period.ts"
import type { Language } from "../../domain/text/language.ts"
import { type StatisticsActor, type StatisticsResult, statisticsMachine } from "../../machines/statistics-machine.ts"

/** `language` is the language that the page's address asks for, if it does. */
export const createStatisticsActor = (
  route: Extract<StatsRoute, { readonly type: "chat" }>,
  language: Language | undefined,
): StatisticsActor =>
  createActor(
    statisticsMachine.provide({
      actions: { storeDays: (_, days) => writePeriodToUrl(days) },
      actors: {
        read: fromPromise<StatisticsResult, Period>(({ input, signal }) => fetchStatistics(route, { ...input, language }, signal)),
        subscribeToStatistics: fromCallback(({ sendBack }) => subscribeToStatistics(route, sendBack)),
        visibility: fromCallback(({ sendBack }) => watchTabVisibility(sendBack)),
      },
    }),
    { input: { days: readPeriodFromUrl() } },
  )
