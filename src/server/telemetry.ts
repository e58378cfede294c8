// OpenTelemetry itself, loaded by trace.ts alone. Which exporter, where to, how often and how many of them is what the
// standard variables say; here stands only what is told: routes, statements without their values, jobs, hosts.
import {
  context,
  diag,
  DiagLogLevel,
  metrics,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { NodeSDK } from '@opentelemetry/sdk-node'
import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { plainText } from './plain.ts'

/** What is measured: named by its kind and never by whose it is. */
export interface Traced {
  kind: 'database' | 'job' | 'outgoing'
  name: string
  attributes: Record<string, string | number>
}
export interface Telemetry {
  traced<T>(of: Traced, work: () => Promise<T>): Promise<T>
  /** `go` and what follows from it belong to this request; `ended` is told its answer's status. */
  request(request: FastifyRequest, parent: boolean, go: () => void): { ended(status: number): void }
  watch(registry: Registry): void
  end(): Promise<void>
}

const NAME = 'mostruario'
const SPAN_KINDS = { database: SpanKind.CLIENT, job: SpanKind.CONSUMER, outgoing: SpanKind.CLIENT }
/** For what is still on its way when the process ends. */
const LAST_WORDS = 3000

export function openTelemetry(log: Logger): Telemetry {
  process.env.OTEL_SERVICE_NAME ??= NAME
  const say = (message: string) => log.warn({ telemetry: plainText(message) }, 'telemetry')
  const nothing = () => {}
  diag.setLogger({ error: say, warn: say, info: nothing, debug: nothing, verbose: nothing }, DiagLogLevel.WARN)
  // No log goes this way: it stays where it is kept.
  const sdk = new NodeSDK({ logRecordProcessors: [] })
  sdk.start()
  const tracer = trace.getTracer(NAME)
  const meter = metrics.getMeter(NAME)
  const seconds = (name: string, description: string) => meter.createHistogram(name, { unit: 's', description })
  const durations = {
    database: seconds('db.client.operation.duration', 'Statements'),
    job: seconds('messaging.process.duration', 'Tries of jobs'),
    outgoing: seconds('http.client.request.duration', 'Calls of other services'),
  }
  const requests = seconds('http.server.request.duration', 'Requests')

  return {
    traced: <T>(of: Traced, work: () => Promise<T>) =>
      tracer.startActiveSpan(of.name, { kind: SPAN_KINDS[of.kind], attributes: of.attributes }, async (span) => {
        const began = performance.now()
        const failed: Record<string, string> = {}
        try {
          return await work()
        } catch (error) {
          Object.assign(failed, fail(span, error))
          throw error
        } finally {
          span.end()
          const name = of.kind === 'outgoing' ? { 'server.address': String(of.attributes['server.address']) } : {}
          const shown = of.kind === 'outgoing' ? name : { operation: of.name }
          durations[of.kind].record((performance.now() - began) / 1000, { ...shown, ...failed })
        }
      }),
    request({ method, routeOptions, headers, id }, parent, go) {
      const route = routeOptions.url ?? 'none'
      const attributes = { 'http.request.method': method, 'http.route': route }
      const from = parent ? propagation.extract(ROOT_CONTEXT, headers) : ROOT_CONTEXT
      const span = tracer.startSpan(
        `${method} ${route}`,
        { kind: SpanKind.SERVER, attributes: { ...attributes, 'request.id': id } },
        from,
      )
      const began = performance.now()
      context.with(trace.setSpan(from, span), go)
      return {
        ended(status) {
          span.setAttribute('http.response.status_code', status)
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
          requests.record((performance.now() - began) / 1000, { ...attributes, 'http.response.status_code': status })
        },
      }
    },
    watch(registry) {
      // What /metrics tells in numbers of this moment, under the same names.
      for (const { name, help } of registry.getMetricsAsArray())
        meter.createObservableGauge(name, { description: help }).addCallback(async (result) => {
          const { type, values } = (await registry.getSingleMetric(name)?.get()) ?? { type: '', values: [] }
          if (String(type) !== 'gauge') return
          for (const { value, labels } of values)
            if (!Number.isNaN(value)) result.observe(value, labels as Record<string, string>)
        })
    },
    end: () =>
      Promise.race([sdk.shutdown().catch(nothing), new Promise<void>((r) => setTimeout(r, LAST_WORDS).unref())]),
  }
}
/** What kind of failure: its words may be somebody's. */
function fail(span: Span, error: unknown): Record<string, string> {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  const type = typeof code === 'string' ? code : String(name ?? 'error')
  span.setAttribute('error.type', type)
  span.setStatus({ code: SpanStatusCode.ERROR })
  return { 'error.type': type }
}
