import { useSyncExternalStore } from 'react'
import { catalogViewCookie } from '#shared/constants.ts'

export type ListLook = 'table' | 'grid'

/** Table or grid, kept for 360 days [S.5]. */
export function useListLook(): [ListLook, (look: ListLook) => void] {
  return [useSyncExternalStore(subscribe, () => readLook(document.cookie)), keepLook]
}

export function readLook(cookies: string): ListLook {
  const kept = cookies.split('; ').find((pair) => pair.startsWith(`${catalogViewCookie.name}=`))
  return kept?.endsWith('=grid') ? 'grid' : 'table'
}

export function lookCookie(look: ListLook): string {
  return `${catalogViewCookie.name}=${look}; path=/; max-age=${catalogViewCookie.days * 86_400}; samesite=lax`
}

const changed = 'catalogviewchange'

function keepLook(look: ListLook): void {
  // The cookie store's own interface is missing in half of the browsers.
  // oxlint-disable-next-line unicorn/no-document-cookie
  document.cookie = lookCookie(look)
  window.dispatchEvent(new Event(changed))
}

function subscribe(listener: () => void): () => void {
  window.addEventListener(changed, listener)
  return () => window.removeEventListener(changed, listener)
}
