import { expect, test } from 'vitest'
import type { FirstExport } from '#shared/api/account/setup.ts'
import { adviceFor } from './export-advice.ts'

const now = new Date('2026-11-22T12:00:00Z')
const timeAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString()
const file = (state: FirstExport['files'][number]['state']) => ({
  name: 'import0_1.xml',
  state,
  done: 0,
  total: null,
  error: '',
})
const kinds = (counts: Partial<Record<FirstExport['kinds'][number]['kind'], number>>) =>
  (['groups', 'goods', 'offers', 'prices', 'stocks'] as const).map((kind) => ({
    kind,
    accepted: counts[kind] ?? 0,
    staged: 0,
    rejected: 0,
    state: 'done' as const,
  }))

const account = { login: '1c', created_at: timeAgo(1), last_sign_in: null, refused_sign_ins: 0 }
const progress: FirstExport = {
  state: 'waiting',
  started_at: null,
  finished_at: null,
  last_seen_at: null,
  per_second: null,
  kinds: kinds({}),
  files: [],
  rejected: { count: 0, reasons: [], items: [] },
}

test.each([
  ['1C has an account for a minute', {}, {}, 'waiting'],
  ['1C has not come in six minutes', {}, { created_at: timeAgo(6) }, 'unseen'],
  ['1C came a moment ago', { state: 'connected' }, { last_sign_in: timeAgo(1) }, 'connected'],
  ['1C came and sent nothing in eleven minutes', { state: 'connected' }, { last_sign_in: timeAgo(11) }, 'silent'],
  ['1C sends', { state: 'running', last_seen_at: timeAgo(0), files: [file('receiving')] }, {}, undefined],
  [
    '1C stopped in the middle of a file',
    { state: 'running', last_seen_at: timeAgo(4), files: [file('done'), file('receiving')] },
    {},
    'stopped',
  ],
  [
    '1C stopped between two files',
    { state: 'running', last_seen_at: timeAgo(4), files: [file('done')] },
    {},
    'stopped',
  ],
  [
    '1C is silent while the portal reads',
    { state: 'running', last_seen_at: timeAgo(40), files: [file('queued')] },
    {},
    undefined,
  ],
  [
    'it ended in the middle of a file',
    { state: 'done', files: [file('done'), file('receiving')], kinds: kinds({ goods: 5 }) },
    {},
    'unfinished',
  ],
  [
    'it ended without prices',
    { state: 'done', files: [file('done')], kinds: kinds({ goods: 5, stocks: 5 }) },
    {},
    'unpriced',
  ],
  [
    'it ended without stocks',
    { state: 'done', files: [file('done')], kinds: kinds({ goods: 5, prices: 5 }) },
    {},
    'unpriced',
  ],
  [
    'all came',
    { state: 'done', files: [file('done')], kinds: kinds({ goods: 5, prices: 5, stocks: 5 }) },
    {},
    undefined,
  ],
  ['a file was not accepted', { state: 'failed', files: [file('failed')] }, {}, 'failed'],
] as const)('%s', (_, part, partOfAccount, advice) => {
  expect(adviceFor({ ...progress, ...(part as Partial<FirstExport>) }, { ...account, ...partOfAccount }, now)).toBe(
    advice,
  )
})
