import { chatScopes, type ChatScope } from '#shared/api/administration/queue-groups.ts'
import { parseInteger } from '#web/search.ts'

export type TalksSearch = {
  scope?: ChatScope | undefined
  query?: string | undefined
  /** The buyer's account whose chat is open. */
  chat?: number | undefined
  /** The open callback request. */
  call?: number | undefined
}

/** Normalises a URL: drops defaults and invalid values. */
export function normaliseTalksSearch({ scope, query, chat, call }: Record<string, unknown>): TalksSearch {
  const validScope = chatScopes.find((name) => name === scope)
  const chatId = parseInteger(chat)
  const callId = chatId === undefined ? parseInteger(call) : undefined
  return {
    ...(validScope === undefined || validScope === 'waiting' ? {} : { scope: validScope }),
    ...(typeof query === 'string' && query.trim() !== '' ? { query: query.trim().slice(0, 100) } : {}),
    ...(chatId === undefined ? {} : { chat: chatId }),
    ...(callId === undefined ? {} : { call: callId }),
  }
}
