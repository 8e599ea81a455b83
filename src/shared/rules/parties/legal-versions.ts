/** Versions of the legal texts: the effective date. A changed text gets a new version. */
export const legalVersions = { consent: '2026-11-24', offer: '2026-11-24', policy: '2026-11-27' } as const
