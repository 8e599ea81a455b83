import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'tests/**/*.test.ts', 'bench/**/*.test.ts'],
    exclude: ['tests/e2e/**', 'tests/order-files/sample.test.ts', 'node_modules/**'],
    globalSetup: ['tests/support/cluster.ts'],
    setupFiles: ['tests/support/seed.ts'],
    pool: 'forks',
    // Files share what they import: no module keeps state, and reading it all anew for each file was a third of the run.
    isolate: false,
    // Each server of a test starts a thread that builds its snapshot: what that compiles, the next one reads.
    env: { NODE_COMPILE_CACHE: 'build/compiled' },
    // One more than the cores of a small machine: some tests wait for clocks.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
