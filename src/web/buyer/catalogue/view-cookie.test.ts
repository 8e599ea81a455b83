import { expect, test } from 'vitest'
import { layoutCookie, readLayout } from './view-cookie.ts'

test("[S.5] the choice of table or grid is stored in the cookie 'catalog-view' for 360 days", () => {
  expect(layoutCookie('grid')).toBe('catalog-view=grid; path=/; max-age=31104000; samesite=lax')
  expect(readLayout('sid=1; catalog-view=grid')).toBe('grid')
  expect(readLayout('catalog-view=table')).toBe('table')
  expect(readLayout('catalog-view=nonsense')).toBe('table')
  expect(readLayout('')).toBe('table')
})
