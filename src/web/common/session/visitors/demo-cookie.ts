const marked = /(?:^|;\s*)demo=1(?:;|$)/

/** Whether this browser has opened the address of the demo mode. */
export function hasDemoCookie(cookies = document.cookie): boolean {
  return marked.test(cookies)
}

export function clearDemoCookie(): void {
  document.cookie = 'demo=; path=/; max-age=0'
}
