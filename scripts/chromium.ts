import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** First the one without windows of its own: the browser tests take a tenth less time in it. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const knownPaths = [
  '/usr/bin/chromium',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * Of two such flags Chromium heeds the last, so that Playwright's own are repeated. The last two draw the address bar's
 * lists: a renderer for each window.
 */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
]

/**
 * How every test and bench starts it: as root too, without an imitated graphics card, and with nothing of its own going
 * on.
 */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  `--disable-features=${disabledFeatures.join()}`,
]

/** Path of a Chromium for the browser tests; installs Debian's where that can be done without asking. */
export function provideChromium(): string {
  const found = findChromium() ?? installFromDebian()
  if (found) return found
  throw new Error(
    'The browser tests need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM to its path.',
  )
}

function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = [
    process.env.CHROMIUM ?? '',
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...knownPaths,
  ]
  return candidates.find((path) => path !== '' && existsSync(path))
}

function installFromDebian(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log("Installing Debian's Chromium for the browser tests…")
  if (!aptGet('update')) return undefined
  // Older Debians have only the whole one.
  const installed = ['chromium-headless-shell', 'chromium'].some((name) =>
    aptGet('install', '-y', '--no-install-recommends', name),
  )
  return installed ? findChromium() : undefined
}

function aptGet(...args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0
}
