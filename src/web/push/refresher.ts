import type { QueryClient, QueryFilters } from '@tanstack/react-query'
import { eventTopics, type EventTopic, type PortalEvent } from '#shared/api/events.ts'

export type Topics = Record<
  EventTopic,
  {
    /** The queries that show it. */
    queries: QueryFilters
    /** Whether what is shown holds this change already. */
    isKnown?: (event: PortalEvent) => boolean
  }
>

/** News of one topic, however many, are read at most this often. */
const restMs = 250

/**
 * Reads anew what an event says has changed: a topic at once, and once more when it changed while it was being read.
 */
export function createRefresher(queries: QueryClient, topics: Topics) {
  /** Topics being read; with what came meanwhile. */
  const reading = new Map<EventTopic, PortalEvent | undefined>()

  async function refresh(event: PortalEvent): Promise<void> {
    const { topic } = event
    if (reading.has(topic)) return void reading.set(topic, event)
    for (let next: PortalEvent | undefined = event; next; next = reading.get(topic)) {
      reading.set(topic, undefined)
      if (await read(next)) await new Promise((resolve) => setTimeout(resolve, restMs))
    }
    reading.delete(topic)
  }

  /** False: there was nothing to read. */
  async function read(event: PortalEvent): Promise<boolean> {
    const { queries: filters, isKnown = () => false } = topics[event.topic]
    if (isKnown(event)) return false
    const isInFlight = queries.isFetching(filters) > 0
    await queries.invalidateQueries(filters, { cancelRefetch: false })
    // It may have been read before the change.
    if (isInFlight && !isKnown(event)) await queries.invalidateQueries(filters)
    return true
  }

  return {
    changed: (event: PortalEvent) => void refresh(event),
    all: () => eventTopics.forEach((topic) => void refresh({ topic })),
  }
}
