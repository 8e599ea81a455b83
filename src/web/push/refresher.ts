import type { QueryClient, QueryFilters } from '@tanstack/react-query'
import { eventTopics, type EventTopic, type PortalEvent } from '#shared/api/events.ts'

export type Topics = Record<
  EventTopic,
  {
    /** The queries that show the topic. */
    queries: QueryFilters
    /** Whether the shown data already contains this change. */
    isKnown?: (event: PortalEvent) => boolean
  }
>

/** Minimum interval between refetches of a topic. */
const minIntervalMs = 250

/** Refetches the topic of an event: at once, and once more if it changed during the fetch. */
export function createRefresher(queries: QueryClient, topics: Topics) {
  /** Topics being fetched, with events received meanwhile. */
  const reading = new Map<EventTopic, PortalEvent | undefined>()

  async function refresh(event: PortalEvent): Promise<void> {
    const { topic } = event
    if (reading.has(topic)) return void reading.set(topic, event)
    for (let next: PortalEvent | undefined = event; next; next = reading.get(topic)) {
      reading.set(topic, undefined)
      if (await read(next)) await new Promise((resolve) => setTimeout(resolve, minIntervalMs))
    }
    reading.delete(topic)
  }

  /** False: there was nothing to fetch. */
  async function read(event: PortalEvent): Promise<boolean> {
    const { queries: filters, isKnown = () => false } = topics[event.topic]
    if (isKnown(event)) return false
    const isInFlight = queries.isFetching(filters) > 0
    await queries.invalidateQueries(filters, { cancelRefetch: false })
    // The data may have been read before the change.
    if (isInFlight && !isKnown(event)) await queries.invalidateQueries(filters)
    return true
  }

  return {
    changed: (event: PortalEvent) => void refresh(event),
    all: () => eventTopics.forEach((topic) => void refresh({ topic })),
  }
}
