import { chromium, type Page } from '@playwright/test'
import { chromiumFlags, provideChromium } from '../scripts/chromium.ts'
import type { BenchContext, BenchRow } from './context.ts'

const maxClicks = 60
const boxSelector = '#filters input[type=checkbox]'
const barMs = 150

/** From a click on a filter to the rows of its answer, painted, in Chromium at 1366 × 768. */
export async function run({ origin, buyer }: BenchContext): Promise<BenchRow[]> {
  const browser = await chromium.launch({ executablePath: provideChromium(), args: chromiumFlags })
  try {
    const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'ru-RU' })
    const [name = '', value = ''] = buyer.cookie.split('=')
    await context.addCookies([{ name, value, url: origin }])
    const page = await context.newPage()
    await page.goto(`${origin}/catalog`)
    await page.locator('#rows tbody tr').first().waitFor()
    await page.locator(boxSelector).first().waitFor()
    const took = await clickFilters(page)
    const median = took[Math.floor(took.length / 2)] ?? Infinity
    const late = took[Math.ceil(took.length * 0.95) - 1] ?? Infinity
    return [
      { name: `filter click to new rows in Chromium, ${took.length} clicks, median`, value: median, unit: 'ms' },
      {
        name: `filter click to new rows in Chromium, ${took.length} clicks, p95`,
        value: late,
        unit: 'ms',
        bar: `≤ ${barMs} ms`,
        pass: late <= barMs,
      },
    ]
  } finally {
    await browser.close()
  }
}

/** Sorted milliseconds of presses on the panel's boxes, one after the other, each let go again unmeasured. */
async function clickFilters(page: Page): Promise<number[]> {
  const took: number[] = []
  const boxes = await page.locator(boxSelector).count()
  for (let turn = 0; turn < Math.min(boxes, maxClicks); turn += 1) {
    took.push(await page.evaluate(pressAndWait, { turn, selector: boxSelector }))
    await page.evaluate(pressAndWait, { turn: 0, selector: `${boxSelector}:checked` })
  }
  return took.toSorted((one, other) => one - other)
}

/**
 * Runs in the page: presses a box and waits until a frame shows the answer's rows; an answer kept from before waits for
 * nothing.
 */
async function pressAndWait({ turn, selector }: { turn: number; selector: string }): Promise<number> {
  const rows = document.querySelector('#rows')
  const box = document.querySelectorAll<HTMLInputElement>(selector)[turn]
  if (!rows || !box) throw new Error('the page has no filters')
  const startedMs = performance.now()
  box.click()
  let waited = false
  for (;;) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const waiting = rows.getAttribute('aria-busy') === 'true'
    waited ||= waiting
    const elapsedMs = performance.now() - startedMs
    if (waited ? !waiting : elapsedMs > 100) return elapsedMs
    if (elapsedMs > 10_000) throw new Error('the rows never came')
  }
}
