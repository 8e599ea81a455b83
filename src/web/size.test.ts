import { existsSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { readPages } from '#server/platform/http/page.ts'
import { buildWeb } from '../../scripts/build-web.ts'

type Chunk = { file: string; src?: string; css?: string[]; imports?: string[]; dynamicImports?: string[] }
type Manifest = Record<string, Chunk>

const folder = 'build/web'
const kilobyte = 1024
let manifest: Manifest

beforeAll(() => {
  buildWeb()
  manifest = JSON.parse(readFileSync(`${folder}/.vite/manifest.json`, 'utf8')) as Manifest
}, 120_000)

const entry = ['index.html']
const shell = [...entry, 'portal.tsx']
const catalogue = [...shell, 'routes/_buyer/catalog.{-$url}.tsx?tsr-split=component']

test('the first load of the sign-in page stays under 112 KB of JavaScript', () => {
  expect(gzipKilobytes([...entry, 'common/session/SignInScreen.tsx'], 'js')).toBeLessThanOrEqual(112)
})

test('the first load of the catalogue stays under 200 KB of JavaScript and 25 KB of CSS', () => {
  expect(gzipKilobytes(catalogue, 'js')).toBeLessThanOrEqual(200)
  expect(gzipKilobytes(catalogue, 'css')).toBeLessThanOrEqual(25)
})

test('no lazy screen adds more than 60 KB of JavaScript to the shell', () => {
  const first = new Set(filesOf(shell, 'js'))
  const lazy = Object.keys(manifest).filter((name) => /tsr-split=component(---loader)?$/.test(name))
  expect(lazy.length).toBeGreaterThan(3)
  const sizes = lazy.map((name) => ({
    name,
    kilobytes: sizeOf(filesOf([name], 'js').filter((file) => !first.has(file))),
  }))
  expect(sizes.filter(({ kilobytes }) => kilobytes > 60)).toEqual([])
})

test("a product's card adds no more than 60 KB of JavaScript to the list", () => {
  const first = new Set(filesOf(catalogue, 'js'))
  expect(
    sizeOf(filesOf(['pages/catalogue/ProductCard.tsx'], 'js').filter((file) => !first.has(file))),
  ).toBeLessThanOrEqual(60)
})

test('a signed-in page preloads its screen’s files, a guest’s page only fonts', () => {
  const pageOf = readPages(folder)
  const page = pageOf({ path: '/catalog/dreli', signedIn: true }).html
  for (const file of filesOf(catalogue, 'js')) expect(page.split(`"/${file}"`), file).toHaveLength(2)
  const [cart = ''] = filesOf(['routes/_buyer/cart.tsx?tsr-split=component---loader'], 'js')
  expect(page).not.toContain(cart)
  for (const path of ['/cart', '/cart/']) expect(pageOf({ path, signedIn: true }).html).toContain(cart)
  expect(pageOf({ path: '/admin/orders/5', signedIn: true }).html).toContain(
    filesOf(['routes/admin/orders.$id.tsx?tsr-split=component---loader'], 'js')[0],
  )
  const guest = pageOf({ path: '/catalog', signedIn: false }).html
  expect(guest).not.toContain(filesOf(['portal.tsx'], 'js')[0])
  expect(guest.match(/as="font"/g)).toHaveLength(2)
})

test('text assets have compressed versions beside them', () => {
  for (const file of filesOf(catalogue, 'js').filter((file) => readFileSync(`${folder}/${file}`).length > kilobyte)) {
    expect(existsSync(`${folder}/${file}.br`) && existsSync(`${folder}/${file}.gz`), file).toBe(true)
  }
})

function gzipKilobytes(names: string[], kind: 'js' | 'css'): number {
  return sizeOf(filesOf(names, kind))
}

function sizeOf(files: string[]): number {
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(`${folder}/${file}`)).length, 0) / kilobyte
}

/** Files that these modules load at once: themselves and their static imports. */
function filesOf(names: string[], kind: 'js' | 'css'): string[] {
  const seen = new Set<string>()
  const visit = (name: string): void => {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`${name} is not in the manifest`)
    if (seen.has(name)) return
    seen.add(name)
    chunk.imports?.forEach(visit)
  }
  names.forEach(visit)
  const chunks = [...seen].flatMap((name) => manifest[name] ?? [])
  return [...new Set(chunks.flatMap(({ file, css = [] }) => (kind === 'js' ? [file] : css)))]
}
