/** A focused element with its ancestors, innermost first, and its page. */
type FocusSnapshot = {
  element: HTMLElement
  page: string
  ancestors: { node: Element; parent: Element; index: number }[]
}

const maxSnapshots = 4
/** A closing dialog restores the focus first. */
const dialogRestoreMs = 60

/**
 * Preserves the focus after a press: when the focused button is removed with its row, the neighbouring button is
 * focused; a button disabled during a call is focused again afterwards; a new page can be scrolled by keyboard at once.
 * Returns a function that stops it.
 */
export function keepFocus(): () => void {
  const snapshots: FocusSnapshot[] = []
  let disabledElement: HTMLElement | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function recordFocus({ target }: FocusEvent) {
    if (!(target instanceof HTMLElement) || target === document.body) return
    snapshots.push(snapshotOf(target))
    if (snapshots.length > maxSnapshots) snapshots.shift()
    disabledElement = undefined
  }

  function checkFocus() {
    const last = snapshots.at(-1)?.element
    if (last === undefined) return
    if (!last.isConnected) timer ??= setTimeout(restore, dialogRestoreMs)
    else if (last.matches(':disabled')) disabledElement = last
    else if (last === disabledElement && isFocusLost()) last.focus({ preventScroll: true })
  }

  function restore() {
    timer = undefined
    if (isFocusLost()) neighbourOf(snapshots)?.focus({ preventScroll: true })
  }

  const observer = new MutationObserver(checkFocus)
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  document.addEventListener('focusin', recordFocus)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
    document.removeEventListener('focusin', recordFocus)
  }
}

/** Nothing has the focus. */
function isFocusLost(): boolean {
  return document.activeElement === document.body || document.activeElement === null
}

function snapshotOf(element: HTMLElement): FocusSnapshot {
  const ancestors: FocusSnapshot['ancestors'] = []
  for (let node: Element = element; node.parentElement && node !== document.body; node = node.parentElement) {
    ancestors.push({ node, parent: node.parentElement, index: [...node.parentElement.children].indexOf(node) })
  }
  return { element, page: location.pathname, ancestors }
}

/** The element at the last position whose dialog is still open. */
function neighbourOf(snapshots: readonly FocusSnapshot[]): HTMLElement | undefined {
  for (const { element, page, ancestors } of snapshots.toReversed()) {
    const removed = ancestors.find(({ parent }) => parent.isConnected)
    if (removed === undefined) return undefined
    if (page !== location.pathname) return document.getElementById('main') ?? undefined
    if (element.isConnected) return element
    if (removed.parent !== document.body)
      return (
        sameActionElsewhere(element, removed) ??
        successorOf(element, removed) ??
        removed.parent.closest<HTMLElement>('[role=dialog]') ??
        undefined
      )
  }
  return undefined
}

type RemovedElement = FocusSnapshot['ancestors'][number]

/** The same action in the row that replaced the removed one, else in the next or previous row. */
function sameActionElsewhere(element: HTMLElement, { parent, index }: RemovedElement): HTMLElement | undefined {
  const action = actionOf(element)
  return [index, index + 1, index - 1]
    .flatMap((position) => focusableIn(parent.children[position]))
    .find((other) => other.localName === element.localName && actionOf(other) === action)
}

/** For a closed field, the last row or a removed bar: the element now at its position, else the previous one. */
function successorOf(element: HTMLElement, { node, parent, index }: RemovedElement): HTMLElement | undefined {
  const atPosition = focusableIn(parent.children[index])
  // The button that opened a field is back in its place.
  if (element.matches('input, textarea')) return atPosition.find(({ localName }) => localName === 'button')
  if (node === element) return undefined
  const before = [...parent.children].slice(0, index).toReversed()
  return [...atPosition, ...before.flatMap(focusableIn)][0]
}

function focusableIn(root: Element | undefined): HTMLElement[] {
  if (root === undefined) return []
  const selector = ':is(a[href], button, input, select, textarea):not(:disabled)'
  return [
    ...(root instanceof HTMLElement && root.matches(selector) ? [root] : []),
    ...root.querySelectorAll<HTMLElement>(selector),
  ].filter((each) => each.checkVisibility())
}

/** 'Убрать из избранного' of 'Убрать из избранного: DDF485Z', 'Удалить' of 'Удалить DDF485Z'. */
function actionOf(element: HTMLElement): string | undefined {
  const name = (element.getAttribute('aria-label') ?? element.textContent).trim()
  return name.split(name.includes(':') ? ':' : /\s/)[0]
}
