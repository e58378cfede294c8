// Spans and durations for whoever has a collector (OpenTelemetry's standard variables); nothing is loaded without one.
import type { Logger } from 'pino'
import type { Telemetry, Traced } from './telemetry.ts'

let running: Telemetry | undefined

const ENDPOINTS = { traces: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', metrics: 'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT' }
/** Starts it where a collector is named and nobody has switched it off; once in a process. */
export async function startTelemetry(log: Logger): Promise<void> {
  const { env } = process
  const everything = env.OTEL_EXPORTER_OTLP_ENDPOINT
  if (running || env.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return
  if (!everything && !env[ENDPOINTS.traces] && !env[ENDPOINTS.metrics]) return
  // A collector for one of them is none for the other.
  if (!everything && !env[ENDPOINTS.traces]) env.OTEL_TRACES_EXPORTER ??= 'none'
  if (!everything && !env[ENDPOINTS.metrics]) env.OTEL_METRICS_EXPORTER ??= 'none'
  running = (await import('./telemetry.ts')).openTelemetry(log)
}
export const telemetry = (): Telemetry | undefined => running
/** Does `work`; a span of it is told where somebody listens. */
export const traced = <T>(of: () => Traced, work: () => Promise<T>): Promise<T> =>
  running ? running.traced(of(), work) : work()
/** A call of somebody else's service: its method and host, for an address may be a secret. */
export const calling =
  (method: string, address: string): (() => Traced) =>
  () => {
    const host = URL.parse(address)?.hostname ?? ''
    return {
      kind: 'outgoing',
      name: `${method} ${host}`,
      attributes: { 'http.request.method': method, 'server.address': host },
    }
  }
