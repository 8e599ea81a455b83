/** Who changes something, as an audit row names it. */
export type ChangedBy = {
  origin: 'web' | 'exchange' | 'command-line' | 'system'
  /** Null: nobody signed in did it. */
  accountId: number | null
  /** The account for which it was done; null where everybody acts for themselves. */
  onBehalfOfAccountId: number | null
}

const nobody = { accountId: null, onBehalfOfAccountId: null }

/** What the portal does by itself, by the clock or at its start. */
export const bySystem: ChangedBy = { origin: 'system', ...nobody }
export const byCommandLine: ChangedBy = { origin: 'command-line', ...nobody }
/** Somebody in a browser who is not signed in. */
export const byGuest: ChangedBy = { origin: 'web', ...nobody }

export function byAccount({ accountId }: { accountId: number }): ChangedBy {
  return { origin: 'web', accountId, onBehalfOfAccountId: null }
}

/** 1C; without an account it is not known which. */
export function byExchange(accountId: number | null): ChangedBy {
  return { origin: 'exchange', accountId, onBehalfOfAccountId: null }
}
