import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { StartRefused } from './start-refused.ts'

const wrong: [string, string[]][] = [
  [
    'BASE_URL',
    [
      'portal.firm.ru',
      'localhost:3000',
      'ftp://portal.firm.ru',
      'https://',
      'https://firm.ru/portal',
      'https://firm.ru/?a',
      'https://user:secret@firm.ru',
      'http//firm.ru',
      '/portal',
      ' ',
    ],
  ],
  [
    'DATABASE_URL',
    [
      'localhost:5432/portal',
      'mysql://u:secret@host/portal',
      'postgres:u:secret@host',
      'postgres://u:100%secret@host/portal',
      'postgres://u:se#cret/x@host:port/portal',
    ],
  ],
  ['SMTP_URL', ['smtp.firm.ru', 'smtp.firm.ru:587', 'https://smtp.firm.ru', 'smtp://u:100%secret@host']],
  [
    'MAIL_FROM',
    ['Опт', 'noreply', 'Опт <noreply>', 'a@firm.ru, b@firm.ru', 'Опт <a@firm.ru> Опт', 'Опт\r\nBcc: <a@firm.ru>'],
  ],
  ['TRUST_PROXY', ['yes', '10.0.0', '10.0.0.1/33', '10.0.0.1,', '10.0.0.1/0', 'proxy.firm.ru', '-1', '1.5']],
  ['DADATA_URL', ['suggestions.dadata.ru', 'ftp://dadata.ru']],
  ['DADATA_TOKEN', ['two words', 'a"b']],
  ['MAP_TILES_URL', ['tiles.firm.ru', 'https://tiles.firm.ru/{z}/{x}.png']],
  ['LOG_LEVEL', ['verbose', 'INFO']],
  ['PORT', ['http', '65536', '-1', '80.5']],
  ['POOL_SIZE', ['0', 'many']],
  ['SEARCHES_PER_SECOND', ['-1']],
  ['SEARCH_BURST', ['0']],
  ['DEMO', ['true', 'yes', '2']],
  ['DEMO_PUBLIC', ['true']],
]

test.each(wrong.flatMap(([name, values]) => values.map((value) => [name, value] as const)))(
  '[P.3] with %s=%j the portal refuses to start, with one sentence that names the variable',
  (name, value) => {
    const read = () => readConfig({ [name]: value })
    expect(read).toThrow(StartRefused)
    expect(read).toThrow(new RegExp(`^${name}: (нужно|нужен) [^a-z]`))
    expect(read).not.toThrow(/secret@|cret\/x/)
  },
)

test.each([
  ['BASE_URL', 'https://opt.example/', { baseUrl: 'https://opt.example' }],
  ['BASE_URL', 'HTTPS://Opt.Example:443', { baseUrl: 'https://opt.example' }],
  ['BASE_URL', 'http://localhost:8080', { baseUrl: 'http://localhost:8080' }],
  ['BASE_URL', 'https://опт.рф', { baseUrl: 'https://xn--n1acj.xn--p1ai' }],
  ['BASE_URL', '', { baseUrl: undefined }],
  ['DATABASE_URL', 'postgresql://u:p%23w@db:5432/portal?sslmode=require', { demo: false }],
  ['DATABASE_URL', 'postgres://portal:pw@/portal?host=/run/postgresql', { demo: false }],
  ['SMTP_URL', 'smtps://u%40firm.ru:p@smtp.firm.ru:465', { smtpUrl: 'smtps://u%40firm.ru:p@smtp.firm.ru:465' }],
  ['MAIL_FROM', 'Опт <noreply@opt.example>', { mailFrom: 'Опт <noreply@opt.example>' }],
  ['MAIL_FROM', 'noreply@opt.example', { mailFrom: 'noreply@opt.example' }],
  ['TRUST_PROXY', '10.0.0.1, fd00::/8, loopback', { trustProxy: '10.0.0.1, fd00::/8, loopback' }],
  ['TRUST_PROXY', '0', { trustProxy: false }],
  ['DEMO', '0', { demo: false }],
  ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
])('%s=%j is accepted', (name, value, expected) => {
  expect(readConfig({ [name]: value })).toMatchObject(expected)
})

test('the refusal of MAP_TILES_URL does not quote it, because it may contain a key', () => {
  const refuse = () => readConfig({ MAP_TILES_URL: 'https://tiles.example/{z}/{x}.png?key=k3F-9aZ' })
  expect(refuse).toThrow(/MAP_TILES_URL/)
  expect(refuse).not.toThrow(/k3F/)
})
