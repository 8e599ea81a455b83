import { defineConfig } from '@playwright/test'
import { chromiumFlags } from './scripts/chromium.ts'

const port = process.env.E2E_PORT ?? '3999'
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'

/** Started by scripts/e2e.ts, which finds Chromium, a free port and an empty folder for the data. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'build/test-results',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: 1,
  forbidOnly: true,
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    trace: 'retain-on-failure',
    launchOptions: { executablePath, args: chromiumFlags },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1366, height: 768 } } },
    { name: 'phone', use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } },
  ],
  webServer: {
    command: `"${process.execPath}" src/server/main.ts`,
    url: `http://127.0.0.1:${port}/health`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: { PORT: port, DATA_DIR: process.env.E2E_DATA_DIR ?? 'build/e2e-data', LOG_LEVEL: 'warn' },
  },
})
