import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import type { RepeatResult } from '#shared/api/repeat.ts'
import { CallError } from '#web/api/client.ts'
import { randomKey } from '#web/api/random-key.ts'
import { useBasketEdits } from '#web/parts/basket/BasketProvider.tsx'
import { basketKey } from '#web/parts/basket/basket-sync.ts'
import { removeInactive } from '#web/buyer/contracts/use-contracts.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { describeRepeat } from './describe-repeat.ts'

/**
 * Repeats an order or a draft and opens the basket of its contract; shows a message when nothing can be ordered [T.2,
 * M.8]. `send` gets an idempotency key: a retry after a lost answer uses the same one.
 */
export function useRepeat<Input>(send: (input: Input, key: string) => Promise<RepeatResult>, refused: string) {
  const isConnectionLost = useRef<{ input: string; key: string }>(undefined)
  const queries = useQueryClient()
  const { sync } = useBasketEdits()
  const notify = useNotify()
  const navigate = useNavigate()
  return useMutation({
    mutationKey: basketKey,
    mutationFn: async (input: Input) => {
      await sync.flush()
      const inputKey = JSON.stringify(input ?? null)
      if (isConnectionLost.current?.input !== inputKey) isConnectionLost.current = { input: inputKey, key: randomKey() }
      return send(input, isConnectionLost.current.key)
    },
    onError: (error) => {
      if (error instanceof CallError && error.code !== 'offline') isConnectionLost.current = undefined
      console.error('repeat refused', error)
      notify({ tone: 'bad', title: refused, text: error.message })
    },
    onSuccess: async ({ count, title, message, lines }) => {
      isConnectionLost.current = undefined
      if (count === 0) return notify({ tone: 'bad', title, text: message, fadeMs: null })
      const messages = describeRepeat(lines)
      notify({
        title,
        text: <RepeatSummary message={message} news={messages} />,
        ...(messages.length === 0 ? { tone: 'ok', fadeMs: 3000 } : { tone: 'warn', fadeMs: null }),
      })
      // The basket may be of another contract than the chosen one: all cached data is outdated.
      removeInactive(queries)
      await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' })
      await navigate({ to: '/cart' })
    },
  })
}

function RepeatSummary({ message, news }: { message: string; news: string[] }) {
  return (
    <>
      <p>{message}</p>
      {news.map((each, index) => (
        // Two lines may have the same text.
        <p key={index} className="small">
          {each}
        </p>
      ))}
    </>
  )
}
