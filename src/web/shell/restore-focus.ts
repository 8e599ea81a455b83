import type { RegisteredRouter } from '@tanstack/react-router'

/** Identifies an element after its page was rendered again: the `nth` of those with its name. */
type FocusTarget = { tag: string; name: string; nth: number }

const storeKey = 'focus-places'
const maxTargets = 50
const pollMs = 100
const timeoutMs = 4000

/**
 * Restores the focus within the page's content after back, forward and reload, unless the user acts before the page has
 * loaded. Returns a function that stops it.
 */
export function restoreFocusOnReturn(router: RegisteredRouter): () => void {
  const targets = new Map(Object.entries(readTargets()))
  let returns = true
  let shown: string | undefined
  let stopWaiting = () => {}

  function save(key: string | undefined) {
    const target = describeElement(document.activeElement)
    if (key === undefined || target === undefined) return
    targets.delete(key)
    targets.set(key, target)
    sessionStorage.setItem(storeKey, JSON.stringify(Object.fromEntries([...targets].slice(-maxTargets))))
  }

  function restore(key: string | undefined) {
    if (key === undefined || key === shown) return
    shown = key
    stopWaiting()
    const target = targets.get(key)
    if (returns && target) stopWaiting = waitForElement(target)
    returns = false
  }

  const saveHere = () => save(router.state.location.state.__TSR_key)
  const stopListeners = [
    router.history.subscribe(({ action }) => {
      returns = action.type === 'BACK' || action.type === 'FORWARD' || action.type === 'GO'
    }),
    router.subscribe('onBeforeLoad', ({ fromLocation }) => save(fromLocation?.state.__TSR_key)),
    router.subscribe('onResolved', ({ toLocation }) => restore(toLocation.state.__TSR_key)),
  ]
  restore(router.state.location.state.__TSR_key)
  window.addEventListener('pagehide', saveHere)
  return () => {
    window.removeEventListener('pagehide', saveHere)
    for (const end of [stopWaiting, ...stopListeners]) end()
  }
}

function readTargets(): Record<string, FocusTarget> {
  return JSON.parse(sessionStorage.getItem(storeKey) ?? '{}') as Record<string, FocusTarget>
}

function describeElement(element: Element | null): FocusTarget | undefined {
  if (!(element instanceof HTMLElement) || !content()?.contains(element) || element === content()) return undefined
  const target = { tag: element.localName, name: nameOf(element), nth: 0 }
  return { ...target, nth: findByName(target).indexOf(element) }
}

function nameOf(element: Element): string {
  return element.getAttribute('aria-label') ?? element.getAttribute('href') ?? element.textContent.slice(0, 80)
}

function findByName({ tag, name }: FocusTarget): HTMLElement[] {
  return [...(content()?.querySelectorAll<HTMLElement>(tag) ?? [])].filter((element) => nameOf(element) === name)
}

function content(): HTMLElement | null {
  return document.getElementById('main')
}

/** Waits until the element is rendered or the user acts; returns a function that cancels. */
function waitForElement(target: FocusTarget): () => void {
  const deadline = Date.now() + timeoutMs
  const timer = setInterval(() => {
    if (Date.now() > deadline || !isFree()) return stop()
    const found = findByName(target)[target.nth]
    if (!found) return
    stop()
    found.focus({ preventScroll: true })
  }, pollMs)

  function stop() {
    clearInterval(timer)
    window.removeEventListener('keydown', stop)
    window.removeEventListener('pointerdown', stop)
  }

  window.addEventListener('keydown', stop)
  window.addEventListener('pointerdown', stop)
  return stop
}

/** Nothing has the focus, or only the content as a whole. */
function isFree(): boolean {
  return document.activeElement === document.body || document.activeElement === content()
}
