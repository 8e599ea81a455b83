import { readFileSync } from 'node:fs'

type Chunk = { file: string; css?: string[]; imports?: string[] }
type Manifest = Record<string, Chunk>

const entry = 'index.html'
const portal = ['portal.tsx']

/** `known`: the web's router has a page at this address. */
export type PageOf = (request: { path: string; signedIn: boolean }) => { html: string; known: boolean }

/**
 * The built page for an address. With a session, its head preloads the files of the portal and of the screen in
 * parallel. `folder`: the web's build with its manifest.
 */
export function readPages(folder: string): PageOf {
  const html = readFileSync(`${folder}/index.html`, 'utf8')
  const manifest = JSON.parse(readFileSync(`${folder}/.vite/manifest.json`, 'utf8')) as Manifest
  const screens = Object.keys(manifest).flatMap((name) => {
    const route = /^routes\/(.+)\.tsx\?tsr-split=component(?:---loader)?$/.exec(name)?.[1]
    return route === undefined
      ? []
      : [{ addresses: addressesOf(route), page: withFiles(html, manifest, [...portal, name]) }]
  })
  const other = withFiles(html, manifest, portal)
  return ({ path, signedIn }) => {
    const screen = screens.find(({ addresses }) => addresses.test(path))
    return { html: signedIn ? (screen?.page ?? other) : html, known: screen !== undefined }
  }
}

/** 'catalog.{-$url}' means /catalog and /catalog/anything; '_buyer/(money)/finances' means /finances. */
function addressesOf(route: string): RegExp {
  const segments = route.split(/[/.]/).filter((segment) => segment !== 'index' && !/^[_(]/.test(segment))
  const pattern = segments.map((segment) =>
    segment.startsWith('{-$') ? '(/[^/]+)?' : segment.startsWith('$') ? '/[^/]+' : `/${segment}`,
  )
  return new RegExp(`^${pattern.join('')}/?$`, 'i')
}

function withFiles(html: string, manifest: Manifest, names: string[]): string {
  const there = new Set(chunksOf(manifest, [entry]))
  const chunks = chunksOf(manifest, names).filter((chunk) => !there.has(chunk))
  const scripts = chunks.map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}">`)
  const styles = [...new Set(chunks.flatMap(({ css = [] }) => css))].map(
    (file) => `<link rel="preload" as="style" crossorigin href="/${file}">`,
  )
  return html.replace('</head>', `  ${[...styles, ...scripts].join('\n    ')}\n  </head>`)
}

/** Chunks by name with their static imports. */
function chunksOf(manifest: Manifest, names: string[]): Chunk[] {
  const seen = new Set<Chunk>()
  const visit = (name: string): void => {
    const chunk = manifest[name]
    if (chunk === undefined || seen.has(chunk)) return
    seen.add(chunk)
    chunk.imports?.forEach(visit)
  }
  names.forEach(visit)
  return [...seen]
}
