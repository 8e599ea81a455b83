import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Signal } from './keep-connected.ts'
import { shareStream } from './share-stream.ts'

/** Node's own locks and channels; each call of `openWindow` simulates a window of one browser. */
const opened: { send: (text: string) => void; aborted: () => boolean }[] = []
const disconnects: (() => void)[] = []
let visibility: string
let account = 0

beforeEach(() => {
  account += 1
  visibility = 'visible'
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  vi.stubGlobal('document', {
    get visibilityState() {
      return visibility
    },
  })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
  vi.stubGlobal('fetch', (_path: string, { signal }: { signal: AbortSignal }) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        signal.addEventListener('abort', () => controller.error(signal.reason))
        opened.push({
          send: (text) => controller.enqueue(new TextEncoder().encode(text)),
          aborted: () => signal.aborted,
        })
      },
    })
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }))
  })
})
afterEach(async () => {
  for (const disconnect of disconnects.splice(0)) disconnect()
  opened.length = 0
  await flushPromises()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function openWindow() {
  const received: string[] = []
  const disconnect = shareStream(account, (signal) => received.push(nameOf(signal)))
  disconnects.push(disconnect)
  return { received, disconnect }
}

const nameOf = (signal: Signal) =>
  signal.kind === 'changed'
    ? `${signal.event.topic} ${signal.event.id}`
    : signal.kind === 'live'
      ? signal.live
        ? 'live'
        : 'dead'
      : signal.kind

/** Locks and channels need real turns of the event loop. */
async function flushPromises(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

async function push(text: string): Promise<void> {
  opened.at(-1)?.send(text)
  await flushPromises()
}

const ready = 'event: ready\ndata: {}\n\n'
const change = (id: number) => `event: changed\ndata: {"topic":"orders","id":${id}}\n\n`

test('windows share one stream, and another window takes over when its reader closes', async () => {
  const [first, second] = [openWindow(), openWindow()]
  await flushPromises()
  expect(opened).toHaveLength(1)
  await push(ready)
  await push(change(1))
  expect([first.received, second.received]).toEqual([
    ['refresh', 'live', 'orders 1'],
    ['dead', 'refresh', 'live', 'orders 1'],
  ])

  const third = openWindow()
  await flushPromises()
  expect(third.received).toEqual(['live'])

  first.disconnect()
  await flushPromises()
  expect(opened.map(({ aborted }) => aborted())).toEqual([true, false])
  await push(ready)
  await push(change(2))
  expect(second.received.slice(4)).toEqual(['live', 'refresh', 'live', 'orders 2'])
  expect(third.received).toEqual(['live', 'refresh', 'live', 'orders 2'])
})

test('a silent window that holds the lock is replaced by a visible one', async () => {
  let stolen = false
  void navigator.locks
    .request(`events of account ${account}`, () => new Promise(() => undefined))
    .catch(() => (stolen = true))
  await flushPromises()
  visibility = 'hidden'
  const { received } = openWindow()
  await flushPromises()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(received).toEqual(['dead'])
  await vi.advanceTimersByTimeAsync(200_000)
  expect([opened.length, stolen]).toEqual([0, false])
  visibility = 'visible'
  await vi.advanceTimersByTimeAsync(10_000)
  await flushPromises()
  expect([opened.length, stolen]).toEqual([1, true])
  await push(ready)
  expect(received.slice(-2)).toEqual(['refresh', 'live'])
})

test('a window that loses the lock closes its stream and listens to the new leader', async () => {
  const { received } = openWindow()
  await flushPromises()
  await push(ready)
  let release = () => {}
  void navigator.locks.request(
    `events of account ${account}`,
    { steal: true },
    () => new Promise<void>((resolve) => (release = resolve)),
  )
  await flushPromises()
  expect(opened[0]?.aborted()).toBe(true)
  const other = new BroadcastChannel(`events of account ${account}`)
  // oxlint-disable-next-line require-post-message-target-origin -- a channel has none
  other.postMessage({ kind: 'changed', event: { topic: 'orders', id: 3 } })
  await flushPromises()
  other.close()
  expect(received.at(-1)).toBe('orders 3')
  release()
  await flushPromises()
  expect(opened).toHaveLength(2)
})
