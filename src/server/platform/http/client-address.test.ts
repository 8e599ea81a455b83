import { expect, test } from 'vitest'
import { networkOf, parseAddress } from './client-address.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  [' 203.0.113.7 ', '203.0.113.7'],
  ['203.0.113.7:51234', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['[2001:DB8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::1', '::1'],
])('%s is parsed as the address %s', (text, address) => {
  expect(parseAddress(text)).toBe(address)
})

test.each([
  '',
  'unknown',
  '_hidden',
  '203.0.113',
  '203.0.113.7, 10.0.0.1',
  '2001:db8::1:443:1:1:1:1:1',
  "' or 1=1",
  'x'.repeat(4000),
  '%eth0',
  '[::1',
  '1'.repeat(4000),
])('%s is not an address', (text) => {
  expect(parseAddress(text)).toBeUndefined()
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
  ['', ''],
])('attempts from %s count for %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
