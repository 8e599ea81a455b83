import { defineConfig } from '@playwright/test'
import { chromiumFlags } from './scripts/chromium.ts'

/** A portal for each of the tests that run at once: what one test does to the demo data, no other sees meanwhile. */
const ports = (process.env.E2E_PORTS ?? '3999').split(',')
const ownPort = ports[Number(process.env.TEST_PARALLEL_INDEX ?? 0)] ?? ports[0]
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'

/** Started by scripts/e2e.ts, which finds Chromium, free ports and an empty folder for the data. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'build/test-results',
  timeout: 120_000,
  expect: { timeout: 20_000 },
  workers: ports.length,
  forbidOnly: true,
  use: {
    baseURL: `http://127.0.0.1:${ownPort}`,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    // Drawing transitions costs a sixth of a renderer's time; tests of motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of every step costs a third of the run: E2E_TRACE=1 asks for it.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath, args: chromiumFlags },
  },
  projects: [
    // A test runs at a desk; one that is marked runs on a phone, too, or only there.
    { name: 'desktop', grepInvert: /@only-phone/, use: { viewport: { width: 1366, height: 768 } } },
    {
      name: 'phone',
      grep: /@phone|@only-phone/,
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    },
  ],
  webServer: ports.map((port) => ({
    // Playwright holds its standard input.
    command: `"${process.execPath}" --import ./tests/support/processes/end-with-starter.ts src/server/main.ts`,
    url: `http://127.0.0.1:${port}/health`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 15_000 },
    env: { PORT: port, DATA_DIR: `${process.env.E2E_DATA_DIR ?? 'build/e2e-data'}/${port}`, LOG_LEVEL: 'warn' },
  })),
})
