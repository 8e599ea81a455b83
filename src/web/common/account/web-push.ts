/** Why this browser cannot show notices of the portal, or that it may. */
export type Ability = 'able' | 'insecure' | 'unable' | 'denied'

export function abilityOf(): Ability {
  if (!window.isSecureContext) return 'insecure'
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return 'unable'
  return Notification.permission === 'denied' ? 'denied' : 'able'
}

const worker = '/push-worker.js'

/** Whether the browser itself still has what it was switched on with. */
export async function isSubscribed(): Promise<boolean> {
  if (abilityOf() !== 'able') return false
  const registration = await navigator.serviceWorker.getRegistration()
  return Boolean(await registration?.pushManager.getSubscription())
}

export type BrowserAddress = { endpoint: string; p256dh: string; auth: string }

/** Asks the person and then the push service of the browser's maker; undefined: the person has refused. */
export async function subscribe(key: string): Promise<BrowserAddress | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined
  await navigator.serviceWorker.register(worker)
  const { pushManager } = await navigator.serviceWorker.ready
  // One that was made with another key of the portal cannot be used again.
  await (await pushManager.getSubscription())?.unsubscribe()
  const { endpoint = '', keys } = (
    await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) })
  ).toJSON()
  return { endpoint, p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' }
}

export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}
