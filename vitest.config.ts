import { defineConfig } from 'vitest/config'
import { oldestPostgresql } from './tests/support/processes/oldest-postgresql.ts'
import { SlowFirst } from './tests/support/processes/slow-first.ts'

// Ordering, the exchange and the jobs are proved on the oldest PostgreSQL that the README promises as well; left out is
// what takes long and asks PostgreSQL nothing that the others do not ask.
const onOldest = {
  include: [
    'src/server/{buying/{basket,drafts,orders},doors/{exchange,jobs},platform/audit}/**/*.test.ts',
    'tests/support/processes/cluster.test.ts',
  ],
  exclude: [
    'src/server/doors/exchange/{parse,plan}/**',
    'src/server/doors/exchange/orders/{match-lines,order-document,plan-order}.test.ts',
    'src/server/doors/exchange/receive/files.test.ts',
    'src/server/doors/exchange/work/{dialects,kill-import,poisoned-import}.test.ts',
    'src/server/buying/basket/random-baskets.test.ts',
    'src/server/buying/orders/place/orders-at-once.test.ts',
    'src/server/buying/orders/change/reduce-lines.test.ts',
    'src/server/buying/drafts/schedule-days.test.ts',
  ],
}
const globalSetup = ['tests/support/processes/cluster.ts']

export default defineConfig({
  test: {
    projects: [
      {
        extends: true as const,
        test: {
          name: 'PostgreSQL 18',
          globalSetup,
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'tests/**/*.test.ts', 'bench/**/*.test.ts'],
        },
      },
      ...(oldestPostgresql.find()
        ? [{ extends: true as const, test: { name: oldestPostgresql.name, globalSetup, ...onOldest } }]
        : []),
    ],
    exclude: ['tests/e2e/**', 'node_modules/**'],
    setupFiles: ['tests/support/processes/seed.ts', 'tests/support/processes/end-with-run.ts'],
    pool: 'forks',
    // Files share what they import: no module keeps state, and reading it all anew for each file was a third of the
    // run.
    isolate: false,
    // Each server of a test starts a thread that builds its snapshot: what that compiles, the next one reads.
    // Vite sets a BASE_URL of its own, which servers started by tests would take for theirs.
    env: { NODE_COMPILE_CACHE: 'build/compiled', BASE_URL: '' },
    // Twice the cores of a small machine: many tests wait for clocks and other processes.
    maxWorkers: 4,
    sequence: { sequencer: SlowFirst },
    // Limits for what hangs, not for what is slow: a busy machine takes three times as long.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
  },
})
