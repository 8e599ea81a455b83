import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listCalls } from '#tests/support/calls/every-call.ts'
import { endpointAddress } from './address.ts'
import { orderInvoice, pictureAddress, productDocument } from './files.ts'
import { getOrder, listOrders } from './orders.ts'
import { attachRequestedFile } from './price-lists.ts'

test('values named in the path go into the path, others into the query', () => {
  expect(endpointAddress(orderInvoice, { id: 7 })).toBe('/api/order/7/invoice.pdf')
  expect(endpointAddress(productDocument, { id: 7 })).toBe('/product-documents/7')
  expect(endpointAddress(productDocument, { id: 7, contract: 3 })).toBe('/product-documents/7?contract=3')
  const upload = endpointAddress(attachRequestedFile, { id: 7, name: 'Прайс & цены+1.xlsx' })
  expect(upload).toMatch(/^\/api\/staff\/priceRequest\/7\/files\?name=/)
  expect(new URL(upload, 'http://portal.example').searchParams.get('name')).toBe('Прайс & цены+1.xlsx')
})

test('addresses of JSON calls are built by the same function', () => {
  expect(endpointAddress(getOrder, { id: 7 })).toBe('/api/order/7/')
  expect(endpointAddress(listOrders, {})).toBe('/api/order/')
})

test('a value is escaped in the path', () => {
  expect(endpointAddress(productDocument, { id: '../7?x' })).toBe('/product-documents/..%2F7%3Fx')
})

test('a picture has an address for the full size and one per width', () => {
  expect(pictureAddress({ id: 12, type: 'jpg' })).toBe('/dbpics/12.jpg')
  expect(pictureAddress({ id: 12, type: 'jpg', width: 256 })).toBe('/dbpics/12.jpg?w=256')
})

/** The only files that may write such an address as text. */
const mayWriteAddresses: [file: string, reason: string][] = [
  [
    'src/server/platform/http/bench-baseline.ts',
    'describes two calls of the benchmark, which the portal does not mount',
  ],
  ['src/server/platform/http/docs.ts', 'mounts the page that documents the described calls'],
]

test('addresses of calls and files are built from their descriptions, not written as text', async () => {
  const paths = (await listCalls()).map(({ endpoint }) => endpoint.path)
  const roots = [...new Set(paths.map((path) => path.split('/')[1] ?? ''))].toSorted((a, b) => a.localeCompare(b))
  expect(roots).toEqual([
    '1c-exchange',
    'ajax',
    'api',
    'cabinet',
    'captcha.php',
    'dbpics',
    'demo',
    'health',
    'live',
    'manifest.webmanifest',
    'metrics',
    'price',
    'product-documents',
    'registration',
    'reminder',
    'search',
  ])
  const address = new RegExp(`['"\`}]/(?:${roots.join('|')})[/'"\`?]`)
  const offenders = globSync('src/{server,web}/**/*.{ts,tsx}')
    .filter((file) => !/\.test\.tsx?$/.test(file) && !mayWriteAddresses.some(([known]) => known === file))
    .flatMap((file) =>
      linesOf(file)
        .filter((line) => !/^\s*(?:\/?\*|\/\/)/.test(line) && address.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    )
  expect(offenders).toEqual([])
  for (const line of ['`/api/order/${id}/`', "'/dbpics/1.jpg'", '`${origin}/price/${token}.xml`', "'/api'"])
    expect(line).toMatch(address)
})

function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8').split('\n')
}
