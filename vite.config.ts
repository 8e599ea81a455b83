import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { callsWithoutSchemas } from './scripts/calls-without-schemas.ts'
import { drawIcons } from './scripts/web-icons.ts'

const apiPort = process.env.API_PORT ?? '3000'
const calls = [
  '/api',
  '/ajax',
  '/cabinet',
  '/dbpics',
  '/health',
  '/1c-exchange',
  '/manifest.webmanifest',
  '/captcha.php',
  '/product-documents',
  '/registration',
  '/reminder',
  '^/(price|search)/',
]

// What these import at once comes as one file each: thirty small ones take the time of several round trips.
const signIn = importsOf('common/session/SignInScreen.tsx', { name: 'sign-in', priority: 2 })
// Short modules that the list shares with other screens come with the portal: files of their own would be longer.
const portal = importsOf('portal.tsx', {
  name: 'portal',
  priority: 1,
  shortImportsOf: 'routes/_buyer/catalog.{-$url}.tsx?tsr-split=component',
})
const maxShortLength = 1500

/**
 * The loader of the catalogue stays beside its address: the list is asked for while its screen is still on its way.
 * Those of other screens come with the screens, for the first load would carry their calls.
 */
function splitsOf(routeId: string) {
  const screen = routeId.startsWith('/_buyer/catalog')
    ? ['component' as const]
    : ['component' as const, 'loader' as const]
  return [screen, ['notFoundComponent' as const]]
}

export default defineConfig({
  root: 'src/web',
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: './routes',
      generatedRouteTree: './route-tree.gen.ts',
      quoteStyle: 'single',
      addExtensions: true,
      codeSplittingOptions: { splitBehavior: ({ routeId }) => splitsOf(routeId) },
    }),
    react({ compiler: true }),
    callsWithoutSchemas(),
    preloadFonts(),
    drawIcons(),
    precompress(),
  ],
  build: {
    outDir: '../../build/web',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    // How long its plugins take is for those who work on the build.
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: { groups: [{ name: 'entry', tags: ['$initial'], priority: 3 }, signIn, portal] },
        // The first load lists every lazy file: their names would be a hundredth of it.
        chunkFileNames: 'assets/[hash].js',
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith('.css')) ? 'assets/[hash][extname]' : 'assets/[name]-[hash][extname]',
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      calls.map((path) => [path, { target: `http://127.0.0.1:${apiPort}`, bypass: ownSource }]),
    ),
  },
})

/** The web's own folder `api` stands under the address of the calls, and so does the page of registration. */
function ownSource({
  url = '',
  method,
}: {
  url?: string | undefined
  method?: string | undefined
}): string | undefined {
  const isPage = method === 'GET' && url.startsWith('/registration')
  return isPage || /\.tsx?($|\?)/.test(url) ? url : undefined
}

/**
 * Names the fonts of Russian text in the page: found through the stylesheet once text is drawn, they come late and it
 * is drawn anew.
 */
function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => /golos-text-(cyrillic|latin)-wght-/.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: '' },
            injectTo: 'head' as const,
          })),
    },
  }
}

/** Lays .br and .gz beside every text asset, so that the server compresses nothing twice. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    writeBundle({ dir = 'build/web' }) {
      for (const file of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(js|css|html|svg|json)$/.test(file)) continue
        const path = join(dir, file)
        const bytes = readFileSync(path)
        if (bytes.length < 1024) continue
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
        writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
      }
    },
  }
}

type Module = { importedIds: readonly string[]; importers: readonly string[]; code: string | null }
type Graph = { getModuleInfo: (id: string) => Module | null }

/**
 * A group of the modules that a file of the web imports statically, itself excepted; and of the short ones that
 * `shortImportsOf` imports and others do too.
 */
function importsOf(
  file: string,
  { name, priority, shortImportsOf }: { name: string; priority: number; shortImportsOf?: string },
) {
  let own: Set<string> | undefined
  let imported: Set<string> | undefined
  const isShortAndShared = (id: string, graph: Graph) => {
    if (shortImportsOf === undefined) return false
    const imports = (imported ??= findImports(graph, shortImportsOf))
    const { code, importers = [] } = graph.getModuleInfo(id) ?? {}
    const isShared = importers.some((importer) => !imports.has(importer) && !importer.includes(shortImportsOf))
    return imports.has(id) && isShared && (code?.length ?? 0) <= maxShortLength
  }
  return {
    name: (id: string, graph: Graph) =>
      (own ??= findImports(graph, file)).has(id) || isShortAndShared(id, graph) ? name : null,
    debugName: name,
    priority,
  }
}

function findImports(graph: Graph, file: string): Set<string> {
  const root = graph.getModuleInfo(join(import.meta.dirname, 'src/web', file))
  if (root === null) throw new Error(`${file} is not in the build, so its group would be empty`)
  const seen = new Set<string>()
  const visit = (id: string): void => {
    if (seen.has(id)) return
    seen.add(id)
    graph.getModuleInfo(id)?.importedIds.forEach(visit)
  }
  root.importedIds.forEach(visit)
  return seen
}
