import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepConnected, type Signal } from './keep-connected.ts'

type Stream = { send: (text: string) => void; end: () => void; aborted: () => boolean }

let streams: Stream[]
let refusals: Response[]
let heard: string[]
let leave: () => void

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(1)
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
  vi.stubGlobal('fetch', (_path: string, { signal }: { signal: AbortSignal }) => Promise.resolve(refusals.shift() ?? openStream(signal)))
  streams = []
  refusals = []
  heard = []
})
afterEach(() => {
  leave()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function openStream(signal: AbortSignal): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      signal.addEventListener('abort', () => controller.error(signal.reason))
      streams.push({ send: (text) => controller.enqueue(new TextEncoder().encode(text)), end: () => controller.close(), aborted: () => signal.aborted })
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
}

async function connect(): Promise<void> {
  leave = keepConnected((signal) => heard.push(nameOf(signal)))
  await settle()
}

const nameOf = (signal: Signal) => (signal.kind === 'changed' ? `${signal.event.topic} ${signal.event.id}` : signal.kind === 'live' ? (signal.live ? 'live' : 'dead') : signal.kind)
const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms)
const ready = 'event: ready\ndata: {}\n\n'

async function say(text: string): Promise<void> {
  streams.at(-1)?.send(text)
  await settle(1)
}

test('events are heard as they come, however their bytes are cut', async () => {
  await connect()
  await say('event: rea')
  expect(heard).toEqual([])
  await say('dy\ndata: {}\n\nevent: changed\ndata: {"topic":"orders","id":5}\n\n:\n\n')
  expect(heard).toEqual(['refresh', 'live', 'orders 5', 'live'])
})

test('a stream that ends is opened anew; a short break is no end, but everything is read anew', async () => {
  await connect()
  await say(ready)
  await settle(30_000)
  heard = []
  streams[0]?.end()
  await settle(1100)
  expect(streams).toHaveLength(2)
  expect(heard).toEqual([])
  await say(ready)
  expect(heard).toEqual(['refresh', 'live'])
  await settle(10_000)
  expect(heard).toEqual(['refresh', 'live'])
})

test('what cannot be had is asked for later and later, and when the server says', async () => {
  refusals = Array.from({ length: 8 }, () => new Response('', { status: 502 }))
  await connect()
  await settle(100)
  const times = []
  for (const waitMs of [2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]) {
    await settle(waitMs - 200)
    const before = refusals.length
    await settle(200)
    times.push(before - refusals.length)
  }
  expect(times).toEqual([1, 1, 1, 1, 1, 1, 1])
  expect(heard.every((name) => name === 'dead')).toBe(true)
  leave()

  refusals = [new Response('', { status: 429, headers: { 'retry-after': '30' } })]
  await connect()
  await settle(29_000)
  expect(streams).toHaveLength(0)
  await settle(2000)
  expect(streams).toHaveLength(1)
})

test('a page of some proxy is no stream, nor is one that is held back or has fallen silent', async () => {
  refusals = [new Response('<html>', { headers: { 'content-type': 'text/html' } })]
  await connect()
  expect(streams).toHaveLength(0)
  await settle(2100)
  expect(streams).toHaveLength(1)
  await settle(10_000)
  expect(streams[0]?.aborted()).toBe(true)
  await settle(5000)
  await say(ready)
  expect(heard.at(-1)).toBe('live')
  await settle(49_000)
  await say(':\n\n')
  await settle(49_000)
  expect(streams[1]?.aborted()).toBe(false)
  await settle(2000)
  expect(streams[1]?.aborted()).toBe(true)
  await settle(6000)
  expect(heard).toContain('dead')
})
