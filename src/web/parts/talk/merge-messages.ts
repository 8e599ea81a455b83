import type { ChatMessage } from '#shared/api/talk/chat.ts'

export type Talked = { messages: ChatMessage[]; more: boolean }

/**
 * What a window knows of a talk and the last page of it as it is now: earlier messages that were loaded stay. Where the
 * page does not reach down to them, they are forgotten: something would be missing between.
 */
export function mergeLast(known: Talked | undefined, last: Talked): Talked {
  const first = last.messages[0]?.id
  const end = known?.messages.at(-1)?.id
  if (!known || first === undefined || end === undefined) return last
  if (last.more && end < first) return last
  const earlier = known.messages.filter(({ id }) => id < first)
  return { messages: readSoFar([...earlier, ...last.messages]), more: earlier.length > 0 ? known.more : last.more }
}

/** A page of earlier messages above those that are known. */
export function mergeEarlier(known: Talked, page: Talked): Talked {
  const first = known.messages[0]?.id ?? Number.MAX_SAFE_INTEGER
  const earlier = page.messages.filter(({ id }) => id < first)
  return { messages: [...earlier, ...known.messages], more: page.more }
}

/** Whoever has read a message has read all above it. */
function readSoFar(messages: ChatMessage[]): ChatMessage[] {
  const upTo = { manager: 0, user: 0 }
  for (const { from_whom: from, read, id } of messages) if (read) upTo[from] = id
  return messages.map((each) => (each.read || each.id > upTo[each.from_whom] ? each : { ...each, read: true }))
}

type Earlier = {
  known: () => Talked | undefined
  load: (before: number) => Promise<Talked>
  keep: (page: Talked) => void
  /** A message that is to be reached; without it one page is loaded. */
  until: number | undefined
}

/** Loads earlier messages, page by page. */
export async function loadEarlier({ known, load, keep, until }: Earlier): Promise<void> {
  for (;;) {
    const talked = known()
    const first = talked?.messages[0]?.id
    if (!talked?.more || first === undefined || (until !== undefined && first <= until)) return
    keep(await load(first))
    if (until === undefined) return
  }
}
