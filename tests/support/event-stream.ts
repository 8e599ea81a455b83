import { events, streamEvents, type PortalEvent } from '#shared/api/events.ts'
import type { Visitor } from './app.ts'

export type OpenStream = Awaited<ReturnType<typeof openStream>>

/** A visitor's event stream, read incrementally; `headers` are added to the request. Throws the server's refusal. */
export async function openStream(visitor: Visitor) {
  const abortController = new AbortController()
  const response = await visitor.send(events.path, {
    method: 'GET',
    headers: { accept: 'text/event-stream' },
    signal: abortController.signal,
  })
  if (!response.ok || !response.body) throw new Error(`${response.status} ${await response.text()}`)
  const stream = {
    headers: response.headers,
    changes: [] as PortalEvent[],
    /** Names of events other than 'changed'. */
    others: [] as string[],
    comments: 0,
    ended: false,
    leave: () => abortController.abort(),
  }
  void read(response.body.pipeThrough(new TextDecoderStream()), stream)
  return stream
}

type StreamState = { changes: PortalEvent[]; others: string[]; comments: number; ended: boolean }

async function read(body: ReadableStream<string>, stream: StreamState): Promise<void> {
  let text = ''
  try {
    for await (const piece of body) {
      const blocks = (text + piece).split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) recordBlock(block, stream)
    }
  } catch {
    // Left, or disconnected.
  }
  stream.ended = true
}

function recordBlock(block: string, stream: StreamState): void {
  const [, name = '', data = ''] = /^event: (\w+)\ndata: (.*)$/s.exec(block) ?? []
  if (block.startsWith(':')) stream.comments += 1
  else if (name === streamEvents.changed) stream.changes.push(JSON.parse(data) as PortalEvent)
  else stream.others.push(name)
}
