/** Author of a change, as recorded in the audit trail. */
export type ChangedBy = {
  origin: 'web' | 'exchange' | 'command-line' | 'system'
  /** Null: not a signed-in account. */
  accountId: number | null
  /** The account on whose behalf it was done; null for one's own actions. */
  onBehalfOfAccountId: number | null
}

const noAccounts = { accountId: null, onBehalfOfAccountId: null }

/** Changes by jobs, and at the start of the portal. */
export const bySystem: ChangedBy = { origin: 'system', ...noAccounts }
export const byCommandLine: ChangedBy = { origin: 'command-line', ...noAccounts }
/** A browser without a session. */
export const byGuest: ChangedBy = { origin: 'web', ...noAccounts }

export function byAccount({ accountId }: { accountId: number }): ChangedBy {
  return { origin: 'web', accountId, onBehalfOfAccountId: null }
}

/** 1C; without an account if unknown. */
export function byExchange(accountId: number | null): ChangedBy {
  return { origin: 'exchange', accountId, onBehalfOfAccountId: null }
}
