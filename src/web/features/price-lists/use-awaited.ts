import { useEffect } from 'react'
import type { PriceListFile } from '#shared/api/price-lists.ts'
import { saveFrom } from '#web/ui/save-file.ts'
import { isUnfinished } from './use-price-lists.ts'

const place = 'awaited-price-lists'

/**
 * Saves each price list that this tab has ordered as soon as it stands, once, also when the page was left meanwhile and
 * came back. What is ordered is told by `awaitFile`.
 */
export function useSaveAwaited(files: readonly PriceListFile[] | undefined, onSaved: (file: PriceListFile) => void): void {
  useEffect(() => {
    const awaited = readAwaited()
    const over = (files ?? []).filter((file) => awaited.includes(file.link) && !isUnfinished(file))
    if (over.length === 0) return
    keepAwaited(awaited.filter((link) => !over.some((file) => file.link === link)))
    for (const file of over.filter(({ state }) => state === 'ready')) {
      saveFrom(file.link)
      onSaved(file)
    }
  }, [files, onSaved])
}

export function awaitFile(link: string): void {
  keepAwaited([...readAwaited().filter((other) => other !== link), link])
}

function readAwaited(): string[] {
  return (sessionStorage.getItem(place) ?? '').split(' ').filter((link) => link !== '')
}

function keepAwaited(links: readonly string[]): void {
  sessionStorage.setItem(place, links.join(' '))
}
