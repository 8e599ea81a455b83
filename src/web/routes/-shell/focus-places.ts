import type { RegisteredRouter } from '@tanstack/react-router'

/** How an element is known again after its page was drawn anew: `nth` of those of its name. */
type Sign = { tag: string; name: string; nth: number }

const storeKey = 'focus-places'
const mostPlaces = 50
const lookEveryMs = 100
const patienceMs = 4000

/**
 * Back, forward and a reload find the focus where it was in the page's content; whoever does something before the page
 * has come is left alone. Answers how to end it.
 */
export function keepFocusPlaces(router: RegisteredRouter): () => void {
  const places = new Map(Object.entries(readPlaces()))
  let returns = true
  let shown: string | undefined
  let stopLooking = () => {}

  function save(key: string | undefined) {
    const sign = signOf(document.activeElement)
    if (key === undefined || sign === undefined) return
    places.delete(key)
    places.set(key, sign)
    sessionStorage.setItem(storeKey, JSON.stringify(Object.fromEntries([...places].slice(-mostPlaces))))
  }

  function restore(key: string | undefined) {
    if (key === undefined || key === shown) return
    shown = key
    stopLooking()
    const sign = places.get(key)
    if (returns && sign) stopLooking = lookFor(sign)
    returns = false
  }

  const saveHere = () => save(router.state.location.state.__TSR_key)
  const ends = [
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
    for (const end of [stopLooking, ...ends]) end()
  }
}

function readPlaces(): Record<string, Sign> {
  return JSON.parse(sessionStorage.getItem(storeKey) ?? '{}') as Record<string, Sign>
}

function signOf(element: Element | null): Sign | undefined {
  if (!(element instanceof HTMLElement) || !content()?.contains(element) || element === content()) return undefined
  const sign = { tag: element.localName, name: nameOf(element), nth: 0 }
  return { ...sign, nth: named(sign).indexOf(element) }
}

function nameOf(element: Element): string {
  return element.getAttribute('aria-label') ?? element.getAttribute('href') ?? element.textContent.slice(0, 80)
}

function named({ tag, name }: Sign): HTMLElement[] {
  return [...(content()?.querySelectorAll<HTMLElement>(tag) ?? [])].filter((element) => nameOf(element) === name)
}

function content(): HTMLElement | null {
  return document.getElementById('main')
}

/** Until it has come, or the person does something; answers how to give it up. */
function lookFor(sign: Sign): () => void {
  const until = Date.now() + patienceMs
  const timer = setInterval(() => {
    if (Date.now() > until || !isFree()) return stop()
    const found = named(sign)[sign.nth]
    if (!found) return
    stop()
    found.focus({ preventScroll: true })
  }, lookEveryMs)

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
