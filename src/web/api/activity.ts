/** How long after a user action calls count as activity; later ones are background calls. */
const activeMs = 5000
/** Focus events are left out: the page moves the focus too. */
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

/** Whether the user has just been active in this window. Other calls do not extend an idle session. */
export function isPersonActive(): boolean {
  return typeof window === 'undefined' || performance.now() - lastActiveMs < activeMs
}
