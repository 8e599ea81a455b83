import type { ChatMessage } from '#shared/api/talk/chat.ts'

export type LoadedMessages = { messages: ChatMessage[]; more: boolean }

/**
 * Merges the cached messages of a chat with its current last page: earlier messages that were loaded stay. If the page
 * does not overlap with them they are dropped, because messages in between would be missing.
 */
export function mergeLast(cached: LoadedMessages | undefined, last: LoadedMessages): LoadedMessages {
  const first = last.messages[0]?.id
  const end = cached?.messages.at(-1)?.id
  if (!cached || first === undefined || end === undefined) return last
  if (last.more && end < first) return last
  const earlier = cached.messages.filter(({ id }) => id < first)
  return { messages: markReadUpTo([...earlier, ...last.messages]), more: earlier.length > 0 ? cached.more : last.more }
}

/** A page of earlier messages above the cached ones. */
export function mergeEarlier(cached: LoadedMessages, page: LoadedMessages): LoadedMessages {
  const first = cached.messages[0]?.id ?? Number.MAX_SAFE_INTEGER
  const earlier = page.messages.filter(({ id }) => id < first)
  return { messages: [...earlier, ...cached.messages], more: page.more }
}

/** Reading a message marks all messages above it as read. */
function markReadUpTo(messages: ChatMessage[]): ChatMessage[] {
  const lastRead = { manager: 0, user: 0 }
  for (const { from_whom: from, read, id } of messages) if (read) lastRead[from] = id
  return messages.map((message) =>
    message.read || message.id > lastRead[message.from_whom] ? message : { ...message, read: true },
  )
}

type EarlierSource = {
  cached: () => LoadedMessages | undefined
  load: (before: number) => Promise<LoadedMessages>
  store: (page: LoadedMessages) => void
  /** Load down to this message; without it one page is loaded. */
  until: number | undefined
}

/** Loads earlier messages page by page. */
export async function loadEarlier({ cached, load, store, until }: EarlierSource): Promise<void> {
  for (;;) {
    const loaded = cached()
    const first = loaded?.messages[0]?.id
    if (!loaded?.more || first === undefined || (until !== undefined && first <= until)) return
    store(await load(first))
    if (until === undefined) return
  }
}
