/** Pages outside the router, for people who have no account yet or cannot sign in. */
export type GuestPage = 'setup' | 'reset' | 'answer' | 'legal'

const pages: readonly [GuestPage, RegExp][] = [
  ['setup', /^\/setup\/?$/i],
  ['reset', /^\/reset(\/[^/]*)?\/?$/i],
  ['answer', /^\/answer(\/[^/]*)?\/?$/i],
  ['legal', /^\/(policy|consent|offer)\/?$/i],
]

export function guestPage(): GuestPage | undefined {
  return pages.find(([, address]) => address.test(location.pathname))?.[0]
}

/** The token of the one-time address; '' without one. It stands behind the #, which browsers send to nobody. */
export function setupToken(): string {
  return location.hash.slice(1)
}

/** Once used, it stays neither in the address bar nor in the browser's history. */
export function clearSetupToken(): void {
  history.replaceState(history.state, '', location.pathname)
}

/** Of a mailed link: to a new password, or to the question that staff asked of an applicant. */
export function mailedToken(): string {
  return location.pathname.split('/')[2] ?? ''
}

/** Which of the texts that may be read without an account. */
export function legalName(): 'policy' | 'consent' | 'offer' {
  const name = (location.pathname.split('/')[1] ?? '').toLowerCase()
  return name === 'consent' || name === 'offer' ? name : 'policy'
}
