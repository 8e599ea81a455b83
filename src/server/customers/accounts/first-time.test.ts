import { expect, test } from 'vitest'
import { firstTimes } from './first-time.ts'

const home = { device: 'Chrome, Windows', address: '91.77.160.24' }
const phone = { device: 'Safari, iPhone', address: '2a00:1370:8182:1::7' }
const of = firstTimes([
  { accountId: 1, firstId: 10, ...home },
  { accountId: 1, firstId: 30, ...phone },
  { accountId: 2, firstId: 5, device: 'Firefox, Linux', address: '5.189.12.90' },
])
const tell = (id: number, from: { device: string; address: string }) => of({ id, accountId: 1, ...from })

test('a browser and a network are new to a person until they have come in with them once', () => {
  expect(tell(10, home), 'nothing is new before the first sign-in').toBe('')
  expect(tell(20, { ...home, address: '91.77.3.1' }), 'the same provider').toBe('')
  expect(tell(20, { ...home, address: '5.189.12.90' }), 'known to somebody else').toBe('network')
  expect(tell(20, { ...phone, address: home.address })).toBe('browser')
  expect(tell(29, phone), 'refused before it came in').toBe('both')
  expect(tell(30, phone)).toBe('both')
  expect(tell(31, { ...phone, address: '2a00:1370:ffff::1' })).toBe('')
  expect(tell(31, { ...phone, address: '2a00:1fa0::1' })).toBe('network')
  expect(tell(31, { device: '', address: '' }), 'unknown or erased').toBe('')
})
