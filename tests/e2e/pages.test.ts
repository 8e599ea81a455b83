import { readFileSync } from 'node:fs'
import { request, type IncomingHttpHeaders } from 'node:http'
import { expect } from '@playwright/test'
import { test } from './support.ts'

type Answer = { status: number; headers: IncomingHttpHeaders; body: string }

/** A request with exactly these headers, as sent by curl, monitors and link previews. */
function sendRaw(
  path: string,
  { method = 'GET', accept }: { method?: string; accept?: string | undefined } = {},
): Promise<Answer> {
  const { baseURL = '' } = test.info().project.use
  const headers = accept === undefined ? {} : { accept }
  return new Promise((resolve, reject) => {
    const sent = request(baseURL + path, { method, headers }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (text: string) => (body += text))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
    })
    sent.on('error', reject).end()
  })
}

const kindOf = ({ headers }: Answer): string =>
  /text\/html|application\/(?:json|manifest)|text\/plain|image\/\w+/.exec(headers['content-type'] ?? '')?.[0] ?? 'none'

/** Every route of the web's router, with its parameters filled in. */
const [routes = ''] = (
  readFileSync('src/web/route-tree.gen.ts', 'utf8').split('interface FileRoutesByFullPath {')[1] ?? ''
).split('\n}')
const pages = [...routes.matchAll(/'(\/.*)': typeof/g)].map(([, path = '']) =>
  path.replace(/\{-\$\w+\}/, 'krepezh-m2.5').replace(/\$\w+/, '17'),
)

const notJson = [
  undefined,
  '*/*',
  'text/html',
  'text/*',
  'image/*',
  'image/avif,image/webp,*/*;q=0.8',
  'text/plain',
  'application/xhtml+xml',
  '*/*, application/json;q=0.5',
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'text/html, application/json',
  'application/json;q=0.9, text/html',
  'nonsense',
  ';;,',
  '',
]
const json = [
  'application/json',
  'application/json, text/plain, */*',
  'application/json;q=0.9, */*;q=0.1',
  'text/html;q=0.5, application/json',
]

test('every route returns HTML unless JSON is requested', async () => {
  expect(pages.length).toBeGreaterThan(30)
  for (const path of pages) {
    const { status, headers, body } = await sendRaw(path, { accept: '*/*' })
    expect({ path, status, type: headers['content-type'] }).toEqual({
      path,
      status: 200,
      type: 'text/html; charset=utf-8',
    })
    expect(body, path).toContain('<div id="root">')
  }
})

for (const path of ['/', '/catalog/', '/catalog/krepezh-m2.5', '/Orders?page=2', '/admin']) {
  test(`${path} returns a page for every Accept except JSON; HEAD returns its headers without a body`, async () => {
    for (const accept of notJson) {
      const got = await sendRaw(path, { accept })
      expect({ accept, status: got.status, kind: kindOf(got) }).toEqual({ accept, status: 200, kind: 'text/html' })
      const head = await sendRaw(path, { accept, method: 'HEAD' })
      expect({ accept, status: head.status, kind: kindOf(head), body: head.body }).toEqual({
        accept,
        status: 200,
        kind: 'text/html',
        body: '',
      })
      expect(head.headers['content-length'], 'the length of the page').toBe(String(Buffer.byteLength(got.body)))
    }
    for (const accept of json) {
      const got = await sendRaw(path, { accept })
      expect({ accept, status: got.status, kind: kindOf(got) }).toEqual({
        accept,
        status: 404,
        kind: 'application/json',
      })
    }
  })
}

test('responses that depend on Accept and the session send the right cache headers', async () => {
  expect((await sendRaw('/', { accept: '*/*' })).headers.vary).toMatch(/accept, cookie/i)
})

test('an unknown page returns the shell with status 404', async () => {
  for (const path of [
    '/nowhere',
    '/orders/1/2/3',
    '/admin/nowhere',
    '/catalogue',
    '/setup/x/y',
    '/%D0%BD%D0%B5%D1%82',
    '/orders2',
  ]) {
    for (const method of ['GET', 'HEAD']) {
      const got = await sendRaw(path, { method })
      expect({ path, method, status: got.status, kind: kindOf(got) }).toEqual({
        path,
        method,
        status: 404,
        kind: 'text/html',
      })
      expect(got.body.includes('<div id="root">')).toBe(method === 'GET')
    }
  }
})

test('missing API calls and files never return HTML', async () => {
  const calls = [
    '/api/nowhere',
    '/api',
    '/ajax/nowhere',
    '/cabinet/action39/',
    '/dbpics/a/b',
    '/health/x',
    '/metrics/x',
    '/price/a/b',
    '/1c-exchange/x',
    '/search/x',
  ]
  const files = ['/assets/gone-a1b2c3.js', '/assets/', '/apple-touch-icon.png', '/wp-login.php', '/a/b/photo.webp']
  for (const path of [...calls, ...files]) {
    for (const accept of [undefined, '*/*', 'text/html', 'image/*']) {
      const got = await sendRaw(path, { accept })
      expect({ path, accept, status: got.status, kind: kindOf(got) }).toEqual({
        path,
        accept,
        status: 404,
        kind: 'application/json',
      })
      const head = await sendRaw(path, { accept, method: 'HEAD' })
      expect({ path, accept, status: head.status, kind: kindOf(head), body: head.body }).toEqual({
        path,
        accept,
        status: 404,
        kind: 'application/json',
        body: '',
      })
    }
  }
})

test('existing API calls and files ignore the Accept header', async () => {
  const there = [
    { path: '/api/me/', status: 200, kind: 'application/json' },
    { path: '/api/order/', status: 401, kind: 'application/json' },
    { path: '/search/?q=x', status: 401, kind: 'application/json' },
    { path: '/health', status: 200, kind: 'application/json' },
    { path: '/metrics', status: 200, kind: 'text/plain' },
    { path: '/1c-exchange?type=catalog&mode=init', status: 200, kind: 'text/plain' },
    { path: '/favicon.svg', status: 200, kind: 'image/svg' },
    { path: '/favicon.ico', status: 200, kind: 'image/vnd' },
    { path: '/robots.txt', status: 200, kind: 'text/plain' },
    { path: '/manifest.webmanifest', status: 200, kind: 'application/manifest' },
  ]
  for (const { path, status, kind } of there) {
    for (const accept of [undefined, '*/*', 'text/html', 'application/json']) {
      const got = await sendRaw(path, { accept })
      expect({ path, accept, status: got.status, kind: kindOf(got) }).toEqual({ path, accept, status, kind })
      const head = await sendRaw(path, { accept, method: 'HEAD' })
      expect({ path, accept, status: head.status, body: head.body }).toEqual({ path, accept, status, body: '' })
    }
  }
})

test('search engines are excluded, and the icon has three sizes', async ({ request: browser }) => {
  expect((await sendRaw('/robots.txt')).body).toBe('User-agent: *\nDisallow: /\n')
  const icon = await (await browser.get('/favicon.ico')).body()
  expect(icon.subarray(0, 6).toString('hex')).toBe('000001000300')
})

test('only GET and HEAD return pages', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
    const got = await sendRaw('/catalog/', { method, accept: 'text/html' })
    expect({ method, status: got.status, kind: kindOf(got) }).toEqual({ method, status: 404, kind: 'application/json' })
  }
})
