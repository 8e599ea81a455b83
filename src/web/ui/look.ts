import { useSyncExternalStore } from 'react'
import { firmMeta, firmStyle } from '#shared/constants.ts'

/** As the call `firm` answers it. */
type FirmLook = {
  name: string
  phone: string
  hours: string
  email: string
  logo: string
  icon: string
  style: string
}

/** Of a page served without the look, as in development. */
const unknown: FirmLook = { name: 'Портал', phone: '', hours: '', email: '', logo: '', icon: '', style: '' }

/** As in index.html. */
const usualIcon = '/favicon.svg'

let look: FirmLook | undefined
const listeners = new Set<() => void>()

/** How the wholesaler is called and looks: as served with the page, until `applyLook` is called. */
export function useLook(): FirmLook {
  return useSyncExternalStore(subscribe, readLook)
}

export function readLook(): FirmLook {
  look ??= servedLook() ?? unknown
  return look
}

/** Shows a changed look in this window. */
export function applyLook(next: FirmLook): void {
  look = next
  styleElement().textContent = next.style
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  if (icon !== null) {
    icon.removeAttribute('type')
    icon.href = next.icon || usualIcon
  }
  listeners.forEach((listener) => listener())
}

/** A page served without the look has none. */
function styleElement(): HTMLElement {
  const served = document.getElementById(firmStyle)
  if (served !== null) return served
  const style = document.createElement('style')
  style.id = firmStyle
  document.head.append(style)
  return style
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
