import { sendRequests, type BenchRequest } from './connection.ts'

export const connections = 16

export type Load = { perSecond: number; meanMs: number; p99Ms: number; refused: number }

/** Load on one server with 16 connections; `next` returns each request. A warm-up second is not counted. */
export async function load(origin: string, cookie: string, next: () => BenchRequest, seconds: number): Promise<Load> {
  const nextRequest = () => {
    const request = next()
    return { ...request, headers: { cookie, ...request.headers } }
  }
  await drive(origin, nextRequest, 1.5)
  return drive(origin, nextRequest, seconds)
}

/** Every answer counts, including the last one of each connection. */
async function drive(origin: string, next: () => BenchRequest, seconds: number): Promise<Load> {
  const latenciesMs: number[] = []
  let refused = 0
  const startedMs = performance.now()
  const record = ({ status, ms }: { status: number; ms: number }) => {
    if (status >= 200 && status < 300) latenciesMs.push(ms)
    else refused += 1
  }
  const isOver = () => performance.now() - startedMs > seconds * 1000
  await Promise.all(Array.from({ length: connections }, () => sendRequests(origin, next, record, isOver)))
  const elapsedSeconds = (performance.now() - startedMs) / 1000
  latenciesMs.sort((a, b) => a - b)
  return {
    perSecond: latenciesMs.length / elapsedSeconds,
    meanMs: latenciesMs.reduce((sum, ms) => sum + ms, 0) / latenciesMs.length,
    p99Ms: latenciesMs[Math.floor(latenciesMs.length * 0.99)] ?? 0,
    refused,
  }
}
