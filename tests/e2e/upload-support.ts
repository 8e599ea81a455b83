import { expect, type Page } from '@playwright/test'
import { isPhone } from './support.ts'

/** Rows of a review as the screen draws them, at a desk and on a phone. */
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

/** Nobody who works by keyboard loses the place: the focus is somewhere after every action. */
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

/** No name is cut, in rows, in dialogs and in lists below a field: whatever is longer than its cell goes on below. */
export async function expectFullyVisible(page: Page): Promise<void> {
  const isDialog = (await page.getByRole('dialog').count()) > 0
  if (isPhone() && !isDialog) await page.locator('#main').evaluate((element) => element.scrollTo(0, 600))
  const cut = await page.evaluate((selectors) => {
    const isWider = ({ scrollWidth, clientWidth }: HTMLElement) => scrollWidth > clientWidth + 1
    const rows = [...document.querySelectorAll<HTMLElement>(selectors)].filter(
      (each) => isWider(each) && getComputedStyle(each).overflowX !== 'visible',
    )
    // In a list to choose from a name that is not cut runs over the figures beside it.
    const options = [...document.querySelectorAll<HTMLElement>('[role=option] > span')].filter(isWider)
    return [...rows, ...options].map(({ textContent }) => textContent)
  }, rowTexts.join(', '))
  expect(cut).toEqual([])
}
