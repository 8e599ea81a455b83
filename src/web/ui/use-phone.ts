import { useSyncExternalStore } from 'react'

const narrow = '(max-width: 767px)'

/** True where rows become cards; the same width as in the stylesheets. */
export function usePhone(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(narrow).matches)
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia(narrow)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
