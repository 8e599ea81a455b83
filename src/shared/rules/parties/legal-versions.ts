/** Versions of the texts that people agree to: the day from which the text holds. A changed text gets a new one. */
export const legalVersions = { consent: '2026-11-24', offer: '2026-11-24', policy: '2026-11-24' } as const
