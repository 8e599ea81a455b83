import { expect, type Page } from '@playwright/test'

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
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName), `the focus after ${after}`).not.toBe('BODY')
}
