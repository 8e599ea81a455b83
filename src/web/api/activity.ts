/** What a person does reaches the server within this time; what comes later is the page's own doing. */
const activeMs = 5000
/** Focus is not among them: the page moves it too. */
const activityEvents = ['pointerdown', 'click', 'keydown', 'wheel', 'input'] as const

// Whoever opens the page is there.
let lastActiveMs = performance.now()

if (typeof window !== 'undefined') {
  const recordActivity = ({ isTrusted }: Event) => {
    if (isTrusted) lastActiveMs = performance.now()
  }
  for (const eventName of activityEvents)
    window.addEventListener(eventName, recordActivity, { capture: true, passive: true })
}

/** Whether somebody has just used this window: calls made without that do not keep a session from ending as idle. */
export function isPersonActive(): boolean {
  return typeof window === 'undefined' || performance.now() - lastActiveMs < activeMs
}
