import type { Listener } from '#server/platform/db/listener.ts'
import { parseAnnouncement } from '#server/platform/push/announcement.ts'

export type ChatNews = ReturnType<typeof openChatNews>
type State = { version: number; unread: number }

const mostChats = 50_000

/**
 * What this process last read of each chat, forgotten at the NOTIFY of its change: whoever asks for news again is
 * answered without the database. While notifications do not arrive nothing is remembered.
 */
export function openChatNews(listener: Listener) {
  const states = new Map<number, State>()
  /** Counts what was forgotten, so that what was read before a change is not kept after it. */
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
    /** The state of a chat, if it is known. */
    known: (accountId: number): State | undefined => (listener.hears('events') ? states.get(accountId) : undefined),
    async read<Read extends State>(accountId: number, read: () => Promise<Read>): Promise<Read> {
      const before = changes
      const state = await read()
      if (changes === before && listener.hears('events')) {
        if (states.size >= mostChats) states.clear()
        states.set(accountId, { version: state.version, unread: state.unread })
      }
      return state
    },
  }
}
