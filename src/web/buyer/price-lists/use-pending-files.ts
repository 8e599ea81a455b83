import { useEffect } from 'react'
import type { PriceListFile } from '#shared/api/price-lists.ts'
import { saveFrom } from '#web/ui/files/save-file.ts'
import { isUnfinished } from './use-price-lists.ts'

const storageKey = 'awaited-price-lists'

/**
 * Downloads each price list requested in this tab once it is ready, also after leaving the page. `addPendingFile`
 * registers a request.
 */
export function useSavePendingFiles(
  files: readonly PriceListFile[] | undefined,
  onSaved: (file: PriceListFile) => void,
): void {
  useEffect(() => {
    const pending = readPendingFiles()
    const finished = (files ?? []).filter((file) => pending.includes(file.link) && !isUnfinished(file))
    if (finished.length === 0) return
    storePendingFiles(pending.filter((link) => !finished.some((file) => file.link === link)))
    for (const file of finished.filter(({ state }) => state === 'ready')) {
      saveFrom(file.link)
      onSaved(file)
    }
  }, [files, onSaved])
}

export function addPendingFile(link: string): void {
  storePendingFiles([...readPendingFiles().filter((other) => other !== link), link])
}

function readPendingFiles(): string[] {
  return (sessionStorage.getItem(storageKey) ?? '').split(' ').filter((link) => link !== '')
}

function storePendingFiles(links: readonly string[]): void {
  sessionStorage.setItem(storageKey, links.join(' '))
}
