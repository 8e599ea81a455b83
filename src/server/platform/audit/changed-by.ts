/** Author of a change, as recorded in the audit trail. */
export type ChangedBy = {
  origin: 'web' | 'exchange' | 'command-line' | 'system'
  /** Null: not a signed-in account. */
  accountId: number | null
  /** The account on whose behalf it was done; null for one's own actions. */
  onBehalfOfAccountId: number | null
  /** Who asked for it, and how, if done on somebody's behalf. */
  askedBy?: string | undefined
}

const noAccounts = { accountId: null, onBehalfOfAccountId: null }

/** Changes by jobs, and at the start of the portal. */
export const bySystem: ChangedBy = { origin: 'system', ...noAccounts }
export const byCommandLine: ChangedBy = { origin: 'command-line', ...noAccounts }
/** A browser without a session. */
export const byGuest: ChangedBy = { origin: 'web', ...noAccounts }

type Person = { accountId: number; actedBy?: { accountId: number; askedBy?: string } | undefined }

/** An account; staff acting as a buyer are the author on the buyer's behalf. */
export function byAccount({ accountId, actedBy }: Person): ChangedBy {
  if (!actedBy) return { origin: 'web', accountId, onBehalfOfAccountId: null }
  return { origin: 'web', accountId: actedBy.accountId, onBehalfOfAccountId: accountId, askedBy: actedBy.askedBy }
}

/** 1C; without an account if unknown. */
export function byExchange(accountId: number | null): ChangedBy {
  return { origin: 'exchange', accountId, onBehalfOfAccountId: null }
}
