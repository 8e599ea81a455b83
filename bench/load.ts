import autocannon from 'autocannon'

export const connections = 16

export type Load = { perSecond: number; meanMs: number; p99Ms: number; refused: number }
export type Question = { method: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string }

/** Drives one server with 16 connections; `next` gives each request, a warm-up second is not counted. */
export async function load(origin: string, cookie: string, next: () => Question, seconds: number): Promise<Load> {
  await drive(origin, cookie, next, 1.5)
  return drive(origin, cookie, next, seconds)
}

async function drive(origin: string, cookie: string, next: () => Question, seconds: number): Promise<Load> {
  const latenciesMs: number[] = []
  let refused = 0
  const startedMs = performance.now()
  await new Promise<void>((resolve, reject) => {
    const instance = autocannon(
      {
        url: origin,
        connections,
        duration: seconds,
        requests: [{ setupRequest: (request) => ({ ...request, ...toRequest(next(), cookie) }) }],
      },
      (error) => (error ? reject(error) : resolve()),
    )
    instance.on('response', (_client, status, _bytes, milliseconds) => {
      if (status >= 200 && status < 300) latenciesMs.push(milliseconds)
      else refused += 1
    })
  })
  const elapsedSeconds = (performance.now() - startedMs) / 1000
  latenciesMs.sort((a, b) => a - b)
  return {
    perSecond: latenciesMs.length / elapsedSeconds,
    meanMs: latenciesMs.reduce((sum, ms) => sum + ms, 0) / latenciesMs.length,
    p99Ms: latenciesMs[Math.floor(latenciesMs.length * 0.99)] ?? 0,
    refused,
  }
}

function toRequest({ method, path, headers, body }: Question, cookie: string) {
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  return { method, path, headers: { cookie, ...type, ...headers }, ...(body === undefined ? {} : { body }) }
}
