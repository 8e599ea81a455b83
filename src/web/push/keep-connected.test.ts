import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepConnected, type Signal } from './keep-connected.ts'

type Stream = { send: (text: string) => void; end: () => void; aborted: () => boolean }

let streams: Stream[]
let refusals: Response[]
let received: string[]
let disconnect: () => void

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(1)
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
  vi.stubGlobal('fetch', (_path: string, { signal }: { signal: AbortSignal }) =>
    Promise.resolve(refusals.shift() ?? openStream(signal)),
  )
  streams = []
  refusals = []
  received = []
})
afterEach(() => {
  disconnect()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function openStream(signal: AbortSignal): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      signal.addEventListener('abort', () => controller.error(signal.reason))
      streams.push({
        send: (text) => controller.enqueue(new TextEncoder().encode(text)),
        end: () => controller.close(),
        aborted: () => signal.aborted,
      })
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
}

async function connect(): Promise<void> {
  disconnect = keepConnected((signal) => received.push(nameOf(signal)))
  await flushPromises()
}

const nameOf = (signal: Signal) =>
  signal.kind === 'changed'
    ? `${signal.event.topic} ${signal.event.id}`
    : signal.kind === 'live'
      ? signal.live
        ? 'live'
        : 'dead'
      : signal.kind
const flushPromises = (ms = 0) => vi.advanceTimersByTimeAsync(ms)
const ready = 'event: ready\ndata: {}\n\n'

async function push(text: string): Promise<void> {
  streams.at(-1)?.send(text)
  await flushPromises(1)
}

test('events are delivered as they arrive, however their bytes are split', async () => {
  await connect()
  await push('event: rea')
  expect(received).toEqual([])
  await push('dy\ndata: {}\n\nevent: changed\ndata: {"topic":"orders","id":5}\n\n:\n\n')
  expect(received).toEqual(['refresh', 'live', 'orders 5', 'live'])
})

test('an ended stream is reopened, and everything is refetched after a short break', async () => {
  await connect()
  await push(ready)
  await flushPromises(30_000)
  received = []
  streams[0]?.end()
  await flushPromises(1100)
  expect(streams).toHaveLength(2)
  expect(received).toEqual([])
  await push(ready)
  expect(received).toEqual(['refresh', 'live'])
  await flushPromises(10_000)
  expect(received).toEqual(['refresh', 'live'])
})

test('a failed connection is retried with growing delays, or at the server’s Retry-After', async () => {
  refusals = Array.from({ length: 8 }, () => new Response('', { status: 502 }))
  await connect()
  await flushPromises(100)
  const times = []
  for (const waitMs of [2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]) {
    await flushPromises(waitMs - 200)
    const before = refusals.length
    await flushPromises(200)
    times.push(before - refusals.length)
  }
  expect(times).toEqual([1, 1, 1, 1, 1, 1, 1])
  expect(received.every((name) => name === 'dead')).toBe(true)
  disconnect()

  refusals = [new Response('', { status: 429, headers: { 'retry-after': '30' } })]
  await connect()
  await flushPromises(29_000)
  expect(streams).toHaveLength(0)
  await flushPromises(2000)
  expect(streams).toHaveLength(1)
})

test('a proxy’s page, a buffered stream and a silent one are not accepted as a stream', async () => {
  refusals = [new Response('<html>', { headers: { 'content-type': 'text/html' } })]
  await connect()
  expect(streams).toHaveLength(0)
  await flushPromises(2100)
  expect(streams).toHaveLength(1)
  await flushPromises(10_000)
  expect(streams[0]?.aborted()).toBe(true)
  await flushPromises(5000)
  await push(ready)
  expect(received.at(-1)).toBe('live')
  await flushPromises(49_000)
  await push(':\n\n')
  await flushPromises(49_000)
  expect(streams[1]?.aborted()).toBe(false)
  await flushPromises(2000)
  expect(streams[1]?.aborted()).toBe(true)
  await flushPromises(6000)
  expect(received).toContain('dead')
})
