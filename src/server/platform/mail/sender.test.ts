import { expect, test } from 'vitest'
import { senderOf } from './sender.ts'

const baseUrl = 'https://opt.example'
const nameOf = (mailFrom: string | undefined, fromName = '') =>
  senderOf({ mailFrom, baseUrl }, { fromName, shop: 'Крепёж' })

test('letters come under the name of the settings, else of MAIL_FROM, else of the shop', () => {
  const named = 'Опт <a@opt.example>'
  expect(nameOf(named, 'Отдел продаж')).toEqual({ name: 'Отдел продаж', address: 'a@opt.example' })
  expect(nameOf(named)).toEqual({ name: 'Опт', address: 'a@opt.example' })
  expect(nameOf('"Опт, Тверь" <a@opt.example>').name).toBe('Опт, Тверь')
  expect(nameOf('a@opt.example')).toEqual({ name: 'Крепёж', address: 'a@opt.example' })
  expect(nameOf('<a@opt.example>')).toEqual({ name: 'Крепёж', address: 'a@opt.example' })
  expect(nameOf(undefined)).toEqual({ name: 'Крепёж', address: 'noreply@opt.example' })
})
