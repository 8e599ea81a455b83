import { expect, test } from 'vitest'
import { localUrl } from './own-address.ts'

test.each([
  ['127.0.0.1', 'http://127.0.0.1:3977'],
  ['opt.local', 'http://opt.local:3977'],
  ['0.0.0.0', 'http://localhost:3977'],
  ['::', 'http://localhost:3977'],
  ['::1', 'http://[::1]:3977'],
  ['2001:db8::7', 'http://[2001:db8::7]:3977'],
])('a portal that listens at %s is opened at %s', (host, address) => {
  expect(localUrl({ baseUrl: undefined, host, port: 3977 })).toBe(address)
  expect(URL.canParse(`${address}/setup#token`)).toBe(true)
})

test('a configured BASE_URL is the address to open', () => {
  expect(localUrl({ baseUrl: 'https://opt.example', host: '::', port: 3977 })).toBe('https://opt.example')
})
