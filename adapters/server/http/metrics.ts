// `GET /metrics` in Prometheus' text format: requests by route, jobs by state, and the process. No label names a tenant.
import { createHash, timingSafeEqual } from "node:crypto"
import type { FastifyInstance, FastifyRequest } from "fastify"
import { sql } from "kysely"
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client"
import type { ServerContext } from "../server-context.ts"
import type { Settings } from "../settings.ts"
import { notFound } from "./http-error.ts"

/** Measures all requests of the app from now on. */
export const startHttpMetrics = (app: FastifyInstance): Registry => {
  const registers = [new Registry()]
  const [registry = new Registry()] = registers
  collectDefaultMetrics({ register: registry })
  const labelNames = ["method", "route", "status"] as const
  const requests = new Counter({ name: "http_requests_total", help: "Requests answered.", labelNames, registers })
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Seconds from a request to the end of its answer.",
    labelNames: ["method", "route"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  app.addHook("onResponse", async ({ method, routeOptions }, reply) => {
    // The route's pattern, because a label per address would grow without bound.
    const route = routeOptions.url ?? "none"
    requests.inc({ method, route, status: String(reply.statusCode) })
    durations.observe({ method, route }, reply.elapsedTime / 1000)
  })
  app.addHook("onClose", async () => registry.clear())
  return registry
}

/** Counts the transactions that the database made this process run again, because of others. */
const registerRetryCounter = (registry: Registry, { database }: ServerContext): void => {
  new Counter({
    name: "database_transactions_retried_total",
    help: "Transactions that were run again after a deadlock or a serialization failure.",
    registers: [registry],
    collect() {
      this.reset()
      this.inc(database.countRetriedTransactions())
    },
  })
}

/**
 * Registers the metrics endpoint, which adds the jobs' states from the database. With a token, it requires that as a bearer token;
 * without one, it exists only for callers on this machine.
 */
export const registerMetricsEndpoint = (
  app: FastifyInstance,
  registry: Registry,
  context: ServerContext,
  { metricsToken }: Pick<Settings, "metricsToken">,
): void => {
  const jobs = new Gauge({
    name: "jobs",
    help: "Jobs in the database: due now, due later, failed for good.",
    labelNames: ["state"] as const,
    registers: [registry],
  })
  registerRetryCounter(registry, context)
  app.get("/metrics", { exposeHeadRoute: true }, async (request, reply) => {
    if (metricsToken === null ? !isLocal(request) : !hasToken(request, metricsToken)) throw notFound()
    await countJobs(context, jobs).catch((error: unknown) => {
      // The other metrics matter most while the database is unreachable.
      app.log.error(`metrics: ${String(error)}`)
      jobs.reset()
    })
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** Headers in which proxies name the client, their own address or the original protocol. */
const proxyHeaders = /^(?:forwarded|via|x-forwarded-.+|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-connecting-ip)$/

/** A request that a proxy on this machine has forwarded is not local. */
const isLocal = ({ ip, headers, hostname }: FastifyRequest): boolean =>
  isLoopback(ip) && isLoopback(hostname) && !Object.keys(headers).some((name) => proxyHeaders.test(name))

const isLoopback = (host: string): boolean => /^(?:(?:::ffff:)?127(?:\.\d+){3}|\[?::1\]?|localhost)$/.test(host)

const hasToken = ({ headers: { authorization = "" } }: FastifyRequest, token: string): boolean =>
  timingSafeEqual(hash(authorization), hash(`Bearer ${token}`))

/** Hashed, because only texts of one length can be compared in constant time. */
const hash = (text: string): Buffer => createHash("sha256").update(text).digest()

const countJobs = async ({ database: { db }, now }: ServerContext, gauge: Gauge<"state">): Promise<void> => {
  const { rows } = await sql<{ state: string; n: number }>`
    select case when failed_at is not null then 'failed' when due_at <= ${now()} then 'due' else 'later' end as state, count(*)::int as n
    from jobs where done_at is null group by 1`.execute(db)
  for (const state of ["due", "later", "failed"]) gauge.set({ state }, rows.find((row) => row.state === state)?.n ?? 0)
}
