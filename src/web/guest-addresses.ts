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

/** The token of the one-time address; '' without one. It is in the hash, which browsers do not send. */
export function setupToken(): string {
  return location.hash.slice(1)
}

/** Removes a used token from the address bar and the browser's history. */
export function clearSetupToken(): void {
  history.replaceState(history.state, '', location.pathname)
}

/** Token of a mailed link: to a new password, or to a question of staff. */
export function mailedToken(): string {
  return location.pathname.split('/')[2] ?? ''
}

/** The name of a public legal text. */
export function legalName(): 'policy' | 'consent' | 'offer' {
  const name = (location.pathname.split('/')[1] ?? '').toLowerCase()
  return name === 'consent' || name === 'offer' ? name : 'policy'
}
