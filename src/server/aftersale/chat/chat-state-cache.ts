import type { Listener } from '#server/platform/db/listener.ts'
import { parseAnnouncement } from '#server/platform/push/announcement.ts'

export type ChatStateCache = ReturnType<typeof openChatStateCache>
type ChatState = { version: number; unread: number }

const maxChats = 50_000

/**
 * Caches the state of each chat until the NOTIFY of its change, so that polling needs no database. Caches nothing while
 * notifications do not arrive.
 */
export function openChatStateCache(listener: Listener) {
  const states = new Map<number, ChatState>()
  /** Number of invalidations, so that a state read before a change is not cached after it. */
  let changes = 0

  listener.on('events', (payload) => {
    const announced = payload === undefined ? undefined : parseAnnouncement(payload)
    if (announced === undefined || (announced.topic === 'chat' && announced.id === undefined)) {
      changes += 1
      states.clear()
    } else if (announced.topic === 'chat') {
      changes += 1
      states.delete(announced.id ?? 0)
    }
  })

  return {
    /** The cached state of a chat. */
    known: (accountId: number): ChatState | undefined => (listener.hears('events') ? states.get(accountId) : undefined),
    async read<Read extends ChatState>(accountId: number, read: () => Promise<Read>): Promise<Read> {
      const before = changes
      const state = await read()
      if (changes === before && listener.hears('events')) {
        if (states.size >= maxChats) states.clear()
        states.set(accountId, { version: state.version, unread: state.unread })
      }
      return state
    },
  }
}
