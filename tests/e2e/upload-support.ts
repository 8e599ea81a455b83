import { expect, type Page } from '@playwright/test'
import { isPhone } from './support.ts'

/** Rendered rows of a review, on a desktop and on a phone. */
export function reviewRows(page: Page) {
  return page.locator('main [data-index]')
}

export function reviewBar(page: Page) {
  return page.getByRole('region', { name: 'Итог проверки' })
}

export async function chooseFile(page: Page, name: string, content: string | Buffer): Promise<void> {
  const buffer = typeof content === 'string' ? Buffer.from(content) : content
  await page.getByLabel('Файл с заказом').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
  await expect(page.getByRole('heading', { name })).toBeVisible()
}

/** For keyboard users the focus is never lost after an action. */
export async function expectFocus(page: Page, after: string): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.tagName), `the focus after ${after}`)
    .not.toBe('BODY')
}

const rowTexts = [
  'main [data-index] [data-text]',
  'main [data-index] [data-text] *',
  'main ul[data-rows] button',
  'main ul[data-rows] b',
]

/** No name is truncated in rows, dialogs and dropdowns: a name longer than its cell wraps. */
export async function expectFullyVisible(page: Page): Promise<void> {
  const isDialog = (await page.getByRole('dialog').count()) > 0
  if (isPhone() && !isDialog) await page.locator('#main').evaluate((element) => element.scrollTo(0, 600))
  const cut = await page.evaluate((selectors) => {
    const isWider = ({ scrollWidth, clientWidth }: HTMLElement) => scrollWidth > clientWidth + 1
    const rows = [...document.querySelectorAll<HTMLElement>(selectors)].filter(
      (each) => isWider(each) && getComputedStyle(each).overflowX !== 'visible',
    )
    // In a dropdown a name that does not wrap overlaps the figures beside it.
    const options = [...document.querySelectorAll<HTMLElement>('[role=option] > span')].filter(isWider)
    return [...rows, ...options].map(({ textContent }) => textContent)
  }, rowTexts.join(', '))
  expect(cut).toEqual([])
}
