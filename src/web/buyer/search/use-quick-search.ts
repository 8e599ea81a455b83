import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { quickSearch } from '#shared/api/search.ts'
import { searchFromCharacters } from '#shared/constants.ts'
import { call } from '#web/api/client.ts'

const pauseMs = 120

/** The best matches, fetched when typing pauses; previous ones stay meanwhile. */
export function useQuickSearch(typed: string) {
  const keyword = usePaused(typed.trim())
  return useQuery({
    queryKey: ['catalogue', 'quick', keyword],
    queryFn: ({ signal }) => call(quickSearch, { keyword }, { signal }),
    enabled: keyword.length >= searchFromCharacters,
    placeholderData: keepPreviousData,
    retry: false,
  })
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
