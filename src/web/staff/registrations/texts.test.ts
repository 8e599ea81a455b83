import { expect, test } from 'vitest'
import type { RegisterComparison } from '#shared/api/staff/registrations.ts'
import { matchText, defaultRejectionText, statisticsTexts } from './texts.ts'

test('the statistics are two sentences; none without decisions', () => {
  expect(statisticsTexts({ approved: 41, rejected: { duplicate: 3, liquidated: 2 }, average: 7500 }, 4)).toEqual([
    'За 30 дней одобрено 41, отказано 5: дубль 3, ликвидация 2.',
    'Решение принимаем в среднем за 2 ч 05 мин, норма 4 ч.',
  ])
  expect(statisticsTexts({ approved: 0, rejected: {}, average: null }, 4)).toEqual([])
})

test('a rejection for requisites lists the differences with the register’s values', () => {
  const row = (field: RegisterComparison['field'], same: boolean, more: string[] = []): RegisterComparison => ({
    field,
    same,
    given: 'одно',
    register: 'другое',
    aside: '',
    more,
  })
  const comparison = [row('company', true), row('ogrn', false), row('legal_address', false, ['лит. А', 'пом. 12-Н'])]
  expect(defaultRejectionText('requisites', { comparison })).toBe(
    'ОГРН в заявке не совпадает с ЕГРЮЛ: там другое. Адрес в заявке не совпадает с ЕГРЮЛ: там лит. А, пом. ' +
      '12-Н. Исправьте и отправьте заявку ещё раз.',
  )
  expect(defaultRejectionText('other', { comparison })).toBe('')
})

test('common data of two companies is a capitalised phrase', () => {
  expect(matchText(['phone'])).toBe('Тот же телефон')
  expect(matchText(['email'])).toBe('Та же почта')
  expect(matchText(['party'])).toBe('Те же ИНН и КПП')
  expect(matchText(['inn', 'phone', 'email'])).toBe('Те же ИНН, телефон и почта')
})
