import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { quickSearch } from '#shared/api/search.ts'
import { searchFromCharacters } from '#shared/constants.ts'
import { call } from '#web/api/client.ts'

const debounceMs = 120

/** The best matches, fetched when typing pauses; previous ones stay meanwhile, and `isCurrent` is false. */
export function useQuickSearch(typed: string) {
  const keyword = useDebounced(typed.trim())
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['catalogue', 'quick', keyword],
    queryFn: ({ signal }) => call(quickSearch, { keyword }, { signal }),
    enabled: keyword.length >= searchFromCharacters,
    placeholderData: keepPreviousData,
    retry: false,
  })
  return { data, error, isCurrent: keyword === typed.trim() && data !== undefined && !isPlaceholderData }
}

function useDebounced(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
