import { expect, test } from 'vitest'
import { lookCookie, readLook } from './view-cookie.ts'

test("[S.5] table or grid is kept by the cookie 'catalog-view' for 360 days", () => {
  expect(lookCookie('grid')).toBe('catalog-view=grid; path=/; max-age=31104000; samesite=lax')
  expect(readLook('sid=1; catalog-view=grid')).toBe('grid')
  expect(readLook('catalog-view=table')).toBe('table')
  expect(readLook('catalog-view=nonsense')).toBe('table')
  expect(readLook('')).toBe('table')
})
