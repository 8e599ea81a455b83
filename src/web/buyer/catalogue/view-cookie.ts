import { useSyncExternalStore } from 'react'
import { catalogViewCookie } from '#shared/constants.ts'

export type ListLayout = 'table' | 'grid'

/** Table or grid, kept for 360 days [S.5]. */
export function useListLayout(): [ListLayout, (layout: ListLayout) => void] {
  return [useSyncExternalStore(subscribe, () => readLayout(document.cookie)), saveLayout]
}

export function readLayout(cookies: string): ListLayout {
  const stored = cookies.split('; ').find((pair) => pair.startsWith(`${catalogViewCookie.name}=`))
  return stored?.endsWith('=grid') ? 'grid' : 'table'
}

export function layoutCookie(layout: ListLayout): string {
  return `${catalogViewCookie.name}=${layout}; path=/; max-age=${catalogViewCookie.days * 86_400}; samesite=lax`
}

const changed = 'catalogviewchange'

function saveLayout(layout: ListLayout): void {
  // The Cookie Store API is missing in half of the browsers.
  // oxlint-disable-next-line unicorn/no-document-cookie
  document.cookie = layoutCookie(layout)
  window.dispatchEvent(new Event(changed))
}

function subscribe(listener: () => void): () => void {
  window.addEventListener(changed, listener)
  return () => window.removeEventListener(changed, listener)
}
