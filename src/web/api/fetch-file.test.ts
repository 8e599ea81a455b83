import { afterEach, expect, test, vi } from 'vitest'
import { fetchFile, fileNameFrom } from './fetch-file.ts'

afterEach(() => vi.unstubAllGlobals())

test('a file keeps the server’s name, Cyrillic included', () => {
  expect(
    fileNameFrom(
      `attachment; filename="____ 5.pdf"; filename*=UTF-8''${encodeURIComponent('Счёт 5 от 2026-11-21.pdf')}`,
    ),
  ).toBe('Счёт 5 от 2026-11-21.pdf')
  expect(fileNameFrom('attachment; filename="order.xlsx"')).toBe('order.xlsx')
  expect(fileNameFrom('')).toBe('')
})

test('a refused file is an error with the server’s message, an unreachable server one with our own', async () => {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(
      Response.json({ code: 'noSeller', message: 'Реквизиты поставщика ещё не внесены' }, { status: 422 }),
    ),
  )
  await expect(fetchFile('/api/order/1/invoice.pdf')).rejects.toMatchObject({
    status: 422,
    code: 'noSeller',
    message: 'Реквизиты поставщика ещё не внесены',
  })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network')))
  await expect(fetchFile('/x')).rejects.toMatchObject({
    code: 'offline',
    message: 'Сервер не отвечает. Проверьте соединение',
  })
})
