import type { ServerResponse } from 'node:http'
import { streamEvents, type PortalEvent } from '#shared/api/events.ts'

/** More concurrent events than this are sent by topic, without ids. */
const maxEventsAtOnce = 50

export type EventStream = ReturnType<typeof createEventStream>

/** One client's stream. For a slow client events are not queued: it is asked to read everything again. */
export function createEventStream(response: ServerResponse) {
  let missed = false
  let behindSinceBeat = false

  function write(text: string): void {
    if (response.writableEnded || response.destroyed) return
    if (response.writableNeedDrain) missed = true
    else response.write(text)
  }

  response.on('drain', () => {
    behindSinceBeat = false
    if (!missed) return
    missed = false
    write(refreshText)
  })
  write(textOf(streamEvents.ready, '{}'))

  return {
    send(events: readonly PortalEvent[]): void {
      const sent = events.length <= maxEventsAtOnce ? events : topicsOf(events)
      write(sent.map((event) => textOf(streamEvents.changed, JSON.stringify(event))).join(''))
    },
    /** Events may have been missed. */
    refresh: () => write(refreshText),
    /** Time within which a client must have read earlier events. */
    beat(): void {
      if (behindSinceBeat) return void response.destroy()
      behindSinceBeat = response.writableNeedDrain
      if (!behindSinceBeat) write(':\n\n')
    },
    end(): void {
      response.end()
    },
  }
}

const refreshText = textOf(streamEvents.refresh, '{}')

function textOf(event: string, data: string): string {
  return `event: ${event}\ndata: ${data}\n\n`
}

function topicsOf(events: readonly PortalEvent[]): PortalEvent[] {
  return [...new Set(events.map(({ topic }) => topic))].map((topic) => ({ topic }))
}
