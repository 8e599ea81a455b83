import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { chromium, type Browser, type Page } from '@playwright/test'
import { build } from 'vite'
import { chromiumFlags, provideChromium } from '../scripts/chromium.ts'
import type { BenchContext, BenchRow } from './context.ts'

/** Lab profile: a slow laptop on a mediocre connection, empty cache. */
const profile = { timesSlower: 4, bitsPerSecond: 9_000_000, roundTripMs: 70 }
const turns = 5
const bars = { lcpMs: 2000, blockingMs: 600, shift: 0.02 }
/** The page counts as loaded when nothing was loaded or rendered for so long. */
const quietMs = 1500

type Load = { lcpMs: number; blockingMs: number; shift: number; readyMs: number }
type Target = { url: string; ready: string; cookie?: string }

/** First load of the catalogue and of the sign-in in the lab profile, compared with an empty React page. */
export async function run({ origin, buyer }: BenchContext): Promise<BenchRow[]> {
  const empty = await serveEmptyPage()
  const browser = await chromium.launch({ executablePath: provideChromium(), args: chromiumFlags })
  try {
    const bare = await medianLoad(browser, { url: empty.origin, ready: 'h1' })
    const signIn = await medianLoad(browser, { url: origin, ready: 'form' })
    const catalogue = await medianLoad(browser, {
      url: `${origin}/catalog`,
      ready: '#rows tbody tr:nth-child(20) a',
      cookie: buyer.cookie,
    })
    return [
      { name: 'empty React page, LCP', value: bare.lcpMs, unit: 'ms' },
      { name: 'sign-in, LCP, to the empty page', value: signIn.lcpMs, unit: 'ms', ratio: signIn.lcpMs / bare.lcpMs },
      {
        name: 'catalogue, LCP, to the empty page',
        value: catalogue.lcpMs,
        unit: 'ms',
        ratio: catalogue.lcpMs / bare.lcpMs,
        ...within(catalogue.lcpMs, bars.lcpMs, 'ms'),
      },
      { name: 'catalogue, its 20 rows painted', value: catalogue.readyMs, unit: 'ms' },
      {
        name: 'catalogue, total blocking time',
        value: catalogue.blockingMs,
        unit: 'ms',
        ...within(catalogue.blockingMs, bars.blockingMs, 'ms'),
      },
      {
        name: 'catalogue, cumulative layout shift',
        value: catalogue.shift,
        unit: '',
        ...within(catalogue.shift, bars.shift, ''),
      },
    ]
  } finally {
    await browser.close()
    empty.close()
  }
}

function within(value: number, max: number, unit: string): Pick<BenchRow, 'threshold' | 'pass'> {
  return { threshold: `≤ ${max} ${unit}`.trim(), pass: value <= max }
}

/** The median of each figure. */
async function medianLoad(browser: Browser, target: Target): Promise<Load> {
  const loads: Load[] = []
  for (let turn = 0; turn < turns; turn += 1) loads.push(await loadOnce(browser, target))
  const median = (figure: keyof Load) =>
    loads.map((load) => load[figure]).toSorted((one, other) => one - other)[turns >> 1] ?? Infinity
  return {
    lcpMs: median('lcpMs'),
    blockingMs: median('blockingMs'),
    shift: median('shift'),
    readyMs: median('readyMs'),
  }
}

async function loadOnce(browser: Browser, { url, ready, cookie }: Target): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'ru-RU' })
  try {
    const [name = '', value = ''] = cookie?.split('=') ?? []
    if (cookie !== undefined) await context.addCookies([{ name, value, url }])
    const page = await context.newPage()
    // A session implies an earlier sign-in in this browser, which the page remembers.
    await page.addInitScript((signedIn) => localStorage.setItem('signed-in', signedIn), cookie === undefined ? '' : '1')
    await page.addInitScript(watch, ready)
    await slowDown(page)
    await page.goto(url, { waitUntil: 'load' })
    await page.locator(ready).waitFor()
    await page.waitForTimeout(quietMs)
    return await page.evaluate(() => (window as unknown as { seen: Load }).seen)
  } finally {
    await context.close()
  }
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const bytesPerSecond = profile.bitsPerSecond / 8
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: profile.roundTripMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: profile.timesSlower })
}

/** Runs in the page first: records the browser's load timings, and the frame that shows the awaited element. */
function watch(ready: string): void {
  const seen: Load = { lcpMs: Infinity, blockingMs: 0, shift: 0, readyMs: Infinity }
  Object.assign(window, { seen })
  const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  observe('largest-contentful-paint', ({ startTime }) => {
    seen.lcpMs = startTime
  })
  // Blocking time counts from the first paint: FCP is reported after earlier tasks.
  const tasks: PerformanceEntry[] = []
  observe('longtask', (task) => {
    tasks.push(task)
    const paintedMs = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity
    seen.blockingMs = tasks
      .filter(({ startTime }) => startTime >= paintedMs)
      .reduce((sum, { duration }) => sum + duration - 50, 0)
  })
  observe('layout-shift', (entry) => {
    seen.shift += (entry as PerformanceEntry & { value: number }).value
  })
  const look = () => {
    if (document.querySelector(ready) === null) requestAnimationFrame(look)
    else requestAnimationFrame((atMs) => (seen.readyMs = atMs))
  }
  requestAnimationFrame(look)
}

/** React with only a heading, built and served like the portal. */
async function serveEmptyPage(): Promise<{ origin: string; close: () => void }> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, rolldownOptions: { input: 'bench/empty-page.ts' } },
  })
  const code = ('output' in built ? built.output : [])
    .flatMap((file) => (file.type === 'chunk' ? [file.code] : []))
    .join('\n')
  const script = gzipSync(code, { level: 9 })
  const html =
    '<!doctype html><meta charset="utf-8"><title>Пусто</title><div id="root"></div>' +
    '<script type="module" src="/main.js"></script>'
  const server = createServer((request, response) => {
    if (request.url === '/main.js')
      response.writeHead(200, { 'content-type': 'text/javascript', 'content-encoding': 'gzip' }).end(script)
    else response.writeHead(200, { 'content-type': 'text/html' }).end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
