import { useSyncExternalStore } from 'react'
import { firmMeta, firmStyle } from '#shared/constants.ts'

/** As the call `firm` answers it. */
type FirmLook = { name: string; phone: string; hours: string; email: string; logo: string; style: string }

/** Of a page served without the look, as in development. */
const unknown: FirmLook = { name: 'Портал', phone: '', hours: '', email: '', logo: '', style: '' }

let look: FirmLook | undefined
const listeners = new Set<() => void>()

/** How the wholesaler is called and looks: as served with the page, until `wearLook` is called. */
export function useLook(): FirmLook {
  return useSyncExternalStore(subscribe, readLook)
}

export function readLook(): FirmLook {
  look ??= servedLook() ?? unknown
  return look
}

/** Shows a changed look in this window. */
export function wearLook(next: FirmLook): void {
  look = next
  const style = document.getElementById(firmStyle)
  if (style !== null) style.textContent = next.style
  listeners.forEach((listener) => listener())
}

/** Undefined if the page was served without it. */
function servedLook(): FirmLook | undefined {
  const content = document.querySelector<HTMLMetaElement>(`meta[name=${firmMeta}]`)?.content
  return content === undefined ? undefined : (JSON.parse(content) as FirmLook)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
