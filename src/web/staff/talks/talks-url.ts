import { chatScopes, type ChatScope } from '#shared/api/staff/talk.ts'
import { parseInteger } from '#web/search.ts'

export type TalksSearch = {
  scope?: ChatScope | undefined
  query?: string | undefined
  /** The buyer's account whose chat is open. */
  chat?: number | undefined
  /** The request for a call that is open. */
  call?: number | undefined
}

/** The queue as its address says it. */
export function normaliseTalksSearch({ scope, query, chat, call }: Record<string, unknown>): TalksSearch {
  const known = chatScopes.find((each) => each === scope)
  const open = parseInteger(chat)
  const called = open === undefined ? parseInteger(call) : undefined
  return {
    ...(known === undefined || known === 'waiting' ? {} : { scope: known }),
    ...(typeof query === 'string' && query.trim() !== '' ? { query: query.trim().slice(0, 100) } : {}),
    ...(open === undefined ? {} : { chat: open }),
    ...(called === undefined ? {} : { call: called }),
  }
}
