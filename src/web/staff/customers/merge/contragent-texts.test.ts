import { expect, test } from 'vitest'
import { ordersText, renamedText } from './contragent-texts.ts'

const sides = { closed: { name: 'ООО «Двойник»' }, kept: { name: 'ООО «Первая»' }, joined: [], renamed: [] }

test('a contract that changes its number is named with its customer and contragent', () => {
  const renamed = { id: 1, company: 'ООО «Фирма»', number: '77-Т', becomes: '77-Т (2)' }
  expect(renamedText(sides, { ...renamed, side: 'closed' })).toContain('у ООО «Двойник» (контрагент ООО «Фирма»)')
  expect(renamedText(sides, { ...renamed, side: 'kept' })).toContain('у ООО «Первая» (контрагент ООО «Фирма»)')
})

test('a contragent that takes no orders is named, whichever of the two it is', () => {
  const joined = { company: 'ООО «Ушла»', into: 'ООО «Осталась»', inn: '7707083893', kpp: '' }
  const text = (company: boolean, into: boolean) => ordersText(sides, { ...joined, switched_off: { company, into } })
  expect(text(false, true)).toMatch(/^Контрагент ООО «Осталась» останется отключённым/)
  expect(text(true, true)).toMatch(/^Контрагент ООО «Осталась» останется отключённым/)
  expect(text(true, false)).toMatch(/^Сейчас у ООО «Двойник» контрагент ООО «Ушла» отключён/)
  expect(text(false, false)).toBe('')
})
