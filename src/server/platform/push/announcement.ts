import * as z from 'zod/mini'
import { portalEvent, type EventTopic, type PortalEvent } from '#shared/api/events.ts'

/** Payload of a NOTIFY on the channel `events` (see the triggers of migration push_events). */
const announcement = z.extend(portalEvent, {
  /** Recipients; without them the topic's audience is queried. */
  accounts: z.optional(z.array(z.number())),
})
export type Announcement = z.output<typeof announcement>

/** Which of the accounts may see which of the objects. */
export type Audience = (input: { ids: number[]; accountIds: number[] }) => Promise<{ id: number; accountId: number }[]>
export type Audiences = Partial<Record<EventTopic, Audience>>

/** What every signed-in person may see. */
export const everyone: Audience = ({ ids, accountIds }) =>
  Promise.resolve(ids.flatMap((id) => accountIds.map((accountId) => ({ id, accountId }))))

/** Undefined: another version of the portal may send topics unknown to this one. */
export function parseAnnouncement(payload: string): Announcement | undefined {
  return announcement.safeParse(JSON.parse(payload)).data
}

/** Events for each connected account, without duplicates. */
export async function eventsByAccount(
  announcements: readonly Announcement[],
  { connected, audiences }: { connected: ReadonlySet<number>; audiences: Audiences },
): Promise<Map<number, PortalEvent[]>> {
  const received = new Map<number, Map<string, PortalEvent>>()
  const add = (accountId: number, event: PortalEvent) => {
    if (!connected.has(accountId)) return
    const events = received.get(accountId) ?? new Map<string, PortalEvent>()
    // The last one has the newest version.
    received.set(accountId, events.set(`${event.topic} ${event.id ?? ''}`, event))
  }
  for (const { accounts = [], ...event } of announcements) for (const accountId of accounts) add(accountId, event)
  for (const [topic, ids] of idsByTopic(announcements)) {
    const seen = await audiences[topic]?.({ ids, accountIds: [...connected] })
    for (const { id, accountId } of seen ?? []) add(accountId, { topic, id })
  }
  return new Map([...received].map(([accountId, events]) => [accountId, [...events.values()]]))
}

function idsByTopic(announcements: readonly Announcement[]): Map<EventTopic, number[]> {
  const ids = new Map<EventTopic, Set<number>>()
  for (const { topic, id, accounts } of announcements) {
    if (accounts === undefined && id !== undefined) ids.set(topic, (ids.get(topic) ?? new Set()).add(id))
  }
  return new Map([...ids].map(([topic, each]) => [topic, [...each]]))
}
