import { expect, test } from 'vitest'
import { exportStateText } from './export-state-text.ts'

test('the state of an order’s export to 1C is described in words', () => {
  const at = '2026-11-21T07:00:00.000Z'
  const words = (
    state: 'none' | 'waiting' | 'given' | 'confirmed',
    when: string | null,
    code1c: string | null = null,
  ) => exportStateText({ handover: { state, at: when }, code1c })
  expect(words('waiting', null)).toBe('ждёт ближайшего обмена')
  expect(words('waiting', at, 'ОПТ1')).toBe('изменения ждут обмена, последний 21.11.2026 10:00, № ОПТ1')
  expect(words('given', at)).toBe('передан 21.11.2026 10:00, ждём подтверждения')
  expect(words('confirmed', at, 'ОПТ1')).toBe('принят 21.11.2026 10:00, № ОПТ1')
  expect(words('none', null)).toBe('не передаётся')
})
