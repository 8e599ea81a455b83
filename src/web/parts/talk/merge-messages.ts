import type { ChatMessage } from '#shared/api/talk/chat.ts'

export type Talked = { messages: ChatMessage[]; more: boolean }

/**
 * Merges the cached messages of a chat with its current last page: earlier messages that were loaded stay. If the page
 * does not overlap with them they are dropped, because messages in between would be missing.
 */
export function mergeLast(known: Talked | undefined, last: Talked): Talked {
  const first = last.messages[0]?.id
  const end = known?.messages.at(-1)?.id
  if (!known || first === undefined || end === undefined) return last
  if (last.more && end < first) return last
  const earlier = known.messages.filter(({ id }) => id < first)
  return { messages: readSoFar([...earlier, ...last.messages]), more: earlier.length > 0 ? known.more : last.more }
}

/** A page of earlier messages above the cached ones. */
export function mergeEarlier(known: Talked, page: Talked): Talked {
  const first = known.messages[0]?.id ?? Number.MAX_SAFE_INTEGER
  const earlier = page.messages.filter(({ id }) => id < first)
  return { messages: [...earlier, ...known.messages], more: page.more }
}

/** Reading a message marks all messages above it as read. */
function readSoFar(messages: ChatMessage[]): ChatMessage[] {
  const upTo = { manager: 0, user: 0 }
  for (const { from_whom: from, read, id } of messages) if (read) upTo[from] = id
  return messages.map((each) => (each.read || each.id > upTo[each.from_whom] ? each : { ...each, read: true }))
}

type Earlier = {
  known: () => Talked | undefined
  load: (before: number) => Promise<Talked>
  keep: (page: Talked) => void
  /** Load down to this message; without it one page is loaded. */
  until: number | undefined
}

/** Loads earlier messages page by page. */
export async function loadEarlier({ known, load, keep, until }: Earlier): Promise<void> {
  for (;;) {
    const talked = known()
    const first = talked?.messages[0]?.id
    if (!talked?.more || first === undefined || (until !== undefined && first <= until)) return
    keep(await load(first))
    if (until === undefined) return
  }
}
