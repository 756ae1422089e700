// The table of what is counted for the live statistics, as queries see it.

export type StatisticsTables = {
  /**
   * How often something was answered on a day (`YYYY-MM-DD`, UTC), by the key of domain/statistics/counting.ts; `instruction` is empty for
   * conversations that were begun and finished. Rows are split into shards, so that respondents at the same time do not wait for one another.
   */
  statistics: { script_id: string; instruction: string; key: string; day: string; shard: number; count: number; sum: number }
}
