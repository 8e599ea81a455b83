/** The page of the first run stands outside the router: whoever opens it first has no account yet. */
export function isAtSetup(): boolean {
  return /^\/setup\/?$/i.test(location.pathname)
}

/** The token of the one-time address; '' without one. It stands behind the #, which browsers send to nobody. */
export function setupToken(): string {
  return location.hash.slice(1)
}

/** Once used, it stays neither in the address bar nor in the browser's history. */
export function clearSetupToken(): void {
  history.replaceState(history.state, '', location.pathname)
}
