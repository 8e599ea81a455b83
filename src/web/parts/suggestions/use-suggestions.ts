import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Source } from './sources.ts'

const pauseMs = 250
const keptMs = 5 * 60_000
const none: readonly never[] = []

/**
 * Suggestions for a query once typing pauses; a newer query aborts the older one. If the source fails, there are none.
 */
export function useSuggestions<Item>(source: Source<Item>, query: string, active: boolean): readonly Item[] {
  const paused = usePaused(query.trim())
  const enabled = active && paused.length >= source.from
  const { data, error } = useQuery({
    queryKey: ['suggestions', source.name, paused],
    queryFn: ({ signal }) => source.ask(paused, signal),
    enabled,
    placeholderData: keepPreviousData,
    staleTime: keptMs,
    gcTime: keptMs,
    retry: false,
  })
  return enabled && !error ? (data ?? none) : none
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
