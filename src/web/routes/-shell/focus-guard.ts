/** Where the focus was: the element in its relatives, from the inside outwards, and on which page. */
type Spot = { element: HTMLElement; page: string; trail: { node: Element; parent: Element; place: number }[] }

const mostSpots = 4
/** A closing dialog gives the focus back by itself first. */
const dialogsMs = 60

/**
 * Nobody loses the place by a press: where the focused button goes with its row, the neighbour's has the focus; a button
 * that rests while the server is asked has it again afterwards; another page can be scrolled by the keys at once. Answers how
 * to end it.
 */
export function guardFocus(): () => void {
  const spots: Spot[] = []
  let resting: HTMLElement | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function note({ target }: FocusEvent) {
    if (!(target instanceof HTMLElement) || target === document.body) return
    spots.push(spotOf(target))
    if (spots.length > mostSpots) spots.shift()
    resting = undefined
  }

  function look() {
    const last = spots.at(-1)?.element
    if (last === undefined) return
    if (!last.isConnected) timer ??= setTimeout(restore, dialogsMs)
    else if (last.matches(':disabled')) resting = last
    else if (last === resting && isNowhere()) last.focus({ preventScroll: true })
  }

  function restore() {
    timer = undefined
    if (isNowhere()) neighbourOf(spots)?.focus({ preventScroll: true })
  }

  const observer = new MutationObserver(look)
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  document.addEventListener('focusin', note)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
    document.removeEventListener('focusin', note)
  }
}

/** Nothing has the focus. */
function isNowhere(): boolean {
  return document.activeElement === document.body || document.activeElement === null
}

function spotOf(element: HTMLElement): Spot {
  const trail: Spot['trail'] = []
  for (let node: Element = element; node.parentElement && node !== document.body; node = node.parentElement) {
    trail.push({ node, parent: node.parentElement, place: [...node.parentElement.children].indexOf(node) })
  }
  return { element, page: location.pathname, trail }
}

/** Of the last place that has not gone with its dialog, what stands there now. */
function neighbourOf(spots: readonly Spot[]): HTMLElement | undefined {
  for (const { element, page, trail } of spots.toReversed()) {
    const gone = trail.find(({ parent }) => parent.isConnected)
    if (gone === undefined) return undefined
    if (page !== location.pathname) return document.getElementById('main') ?? undefined
    if (element.isConnected) return element
    if (gone.parent !== document.body) return peerOf(element, gone) ?? successorOf(element, gone) ?? gone.parent.closest<HTMLElement>('[role=dialog]') ?? undefined
  }
  return undefined
}

type Gone = Spot['trail'][number]

/** What does the same in the row that took the place of the one that is gone, else in the one after or before. */
function peerOf(element: HTMLElement, { parent, place }: Gone): HTMLElement | undefined {
  const deed = deedOf(element)
  return [place, place + 1, place - 1]
    .flatMap((at) => focusableIn(parent.children[at]))
    .find((other) => other.localName === element.localName && deedOf(other) === deed)
}

/** After a field that closes, the last row of a list, a bar that goes: what stands in its place, else before it. */
function successorOf(element: HTMLElement, { node, parent, place }: Gone): HTMLElement | undefined {
  const there = focusableIn(parent.children[place])
  // The button that opened a field stands in its place again.
  if (element.matches('input, textarea')) return there.find(({ localName }) => localName === 'button')
  if (node === element) return undefined
  const before = [...parent.children].slice(0, place).toReversed()
  return [...there, ...before.flatMap(focusableIn)][0]
}

function focusableIn(root: Element | undefined): HTMLElement[] {
  if (root === undefined) return []
  const sought = ':is(a[href], button, input, select, textarea):not(:disabled)'
  return [...(root instanceof HTMLElement && root.matches(sought) ? [root] : []), ...root.querySelectorAll<HTMLElement>(sought)].filter((each) => each.checkVisibility())
}

/** 'Убрать из избранного' of 'Убрать из избранного: DDF485Z', 'Удалить' of 'Удалить DDF485Z'. */
function deedOf(element: HTMLElement): string | undefined {
  const name = (element.getAttribute('aria-label') ?? element.textContent).trim()
  return name.split(name.includes(':') ? ':' : /\s/)[0]
}
