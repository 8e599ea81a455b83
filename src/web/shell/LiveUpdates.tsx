import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { BasketSync } from '#web/parts/basket/basket-sync.ts'
import { useBasketEdits } from '#web/parts/basket/BasketProvider.tsx'
import { setLive } from '#web/push/poll-every.ts'
import { createRefresher } from '#web/push/refresher.ts'
import { shareStream } from '#web/push/share-stream.ts'
import { topicsIn } from './live-topics.ts'
import { lookQuery } from './look-query.ts'

/** A new stream causes several events in a row, but only one complete refetch. */
const debounceMs = 50

/** Refetches data changed by others, or by the user in another window. */
export function LiveUpdates({ account }: { account: number }) {
  const queries = useQueryClient()
  useQuery(lookQuery)
  const { sync } = useBasketEdits()
  useEffect(() => connect(queries, sync, account), [queries, sync, account])
  return null
}

function connect(queries: QueryClient, basket: BasketSync, account: number): () => void {
  const refresher = createRefresher(queries, topicsIn(queries, basket))
  let live = false
  let refetchTimer: ReturnType<typeof setTimeout> | undefined
  const readAll = () => {
    refetchTimer ??= setTimeout(() => {
      refetchTimer = undefined
      refresher.all()
    }, debounceMs)
  }
  const disconnect = shareStream(account, (signal) => {
    if (signal.kind === 'changed') return refresher.changed(signal.event)
    if (signal.kind === 'live') {
      if (signal.live === live) return
      live = signal.live
      setLive(live)
    }
    readAll()
  })
  return () => {
    disconnect()
    clearTimeout(refetchTimer)
    setLive(false)
  }
}
