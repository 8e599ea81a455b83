import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Source } from './sources.ts'

const debounceMs = 250
const cacheMs = 5 * 60_000
const noItems: readonly never[] = []

/**
 * Suggestions for a query once typing pauses; a newer query aborts the older one. If the source fails, there are none.
 */
export function useSuggestions<Item>(source: Source<Item>, query: string, active: boolean): readonly Item[] {
  const paused = useDebounced(query.trim())
  const enabled = active && paused.length >= source.from
  const { data, error } = useQuery({
    queryKey: ['suggestions', source.name, paused],
    queryFn: ({ signal }) => source.fetch(paused, signal),
    enabled,
    placeholderData: keepPreviousData,
    staleTime: cacheMs,
    gcTime: cacheMs,
    retry: false,
  })
  return enabled && !error ? (data ?? noItems) : noItems
}

function useDebounced(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
