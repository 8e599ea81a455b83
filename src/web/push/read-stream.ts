import { events } from '#shared/api/events.ts'

/** The server, or a proxy in between, answers with something other than a stream. */
export class StreamRefused extends Error {
  readonly retryAfterMs: number

  constructor({ status, headers }: Response) {
    super(`no event stream: ${status}`)
    // A retry does not restore an ended session.
    const seconds = status === 401 ? 60 : Number(headers.get('retry-after') ?? 0)
    this.retryAfterMs = Number.isFinite(seconds) ? seconds * 1000 : 0
  }
}

/**
 * Reads one stream until it ends. `onEvent` receives each event with its data, and comments as events without a name.
 */
export async function readStream(signal: AbortSignal, onEvent: (name: string, data: string) => void): Promise<void> {
  const response = await fetch(events.path, {
    headers: { accept: 'text/event-stream' },
    credentials: 'same-origin',
    cache: 'no-store',
    signal,
  })
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (!response.ok || !response.body || !isStream) throw new StreamRefused(response)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const blocks = (text + value).split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) onEvent(fieldOf(block, 'event'), fieldOf(block, 'data'))
  }
}

function fieldOf(block: string, name: 'event' | 'data'): string {
  const line = block.split('\n').find((each) => each.startsWith(`${name}:`)) ?? ''
  return line.slice(name.length + 1).trim()
}
