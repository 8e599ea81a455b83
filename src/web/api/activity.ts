/** User actions reach the server within this time; later calls are the page's own. */
const activeMs = 5000
/** Without focus: the page moves it too. */
const activityEvents = ['pointerdown', 'click', 'keydown', 'wheel', 'input'] as const

// Opening the page counts as activity.
let lastActiveMs = performance.now()

if (typeof window !== 'undefined') {
  const recordActivity = ({ isTrusted }: Event) => {
    if (isTrusted) lastActiveMs = performance.now()
  }
  for (const eventName of activityEvents)
    window.addEventListener(eventName, recordActivity, { capture: true, passive: true })
}

/** Whether the user has just been active in this window: other calls do not extend an idle session. */
export function isPersonActive(): boolean {
  return typeof window === 'undefined' || performance.now() - lastActiveMs < activeMs
}
