import type { FirstExport, Setup } from '#shared/api/account/setup.ts'

type Account = NonNullable<Setup['exchange_account']>

/**
 * Advice while waiting for the first export. unseen: no request of 1C for a while; silent: it signed in and sent
 * nothing; stopped: it began and stopped; unfinished: it ended in the middle of a file; unpriced: it ended without
 * prices or stocks.
 */
export type Advice =
  | 'waiting'
  | 'unseen'
  | 'connected'
  | 'silent'
  | 'stopped'
  | 'unfinished'
  | 'unpriced'
  | 'failed'
  | undefined

const minuteMs = 60_000
const lateMs = { unseen: 5 * minuteMs, silent: 10 * minuteMs, stopped: 3 * minuteMs }

export function adviceFor(progress: FirstExport, account: Account, now: Date): Advice {
  const isLate = (since: string | null, afterMs: number) =>
    since !== null && now.getTime() - new Date(since).getTime() > afterMs
  switch (progress.state) {
    case 'waiting':
      return isLate(account.created_at, lateMs.unseen) ? 'unseen' : 'waiting'
    case 'connected':
      return isLate(account.last_sign_in, lateMs.silent) ? 'silent' : 'connected'
    case 'running':
      return isLate(progress.last_seen_at, lateMs.stopped) && !isBusy(progress) ? 'stopped' : undefined
    case 'failed':
      return 'failed'
    case 'done':
      if (progress.files.some(({ state }) => state === 'receiving')) return 'unfinished'
      return acceptedOf(progress, 'prices') === 0 || acceptedOf(progress, 'stocks') === 0 ? 'unpriced' : undefined
  }
}

/** The portal is still processing files, so missing requests of 1C are normal. */
function isBusy({ files }: FirstExport): boolean {
  return files.some(({ state }) => state === 'queued' || state === 'attachments')
}

function acceptedOf({ kinds }: FirstExport, wanted: FirstExport['kinds'][number]['kind']): number {
  return kinds.find(({ kind }) => kind === wanted)?.accepted ?? 0
}
