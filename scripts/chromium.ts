import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const knownPlaces = [
  '/usr/bin/chromium',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Of two such flags Chromium heeds the last, so that Playwright's own are repeated. The last two draw the address bar's lists: a renderer for each window. */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter',
  'PaintHolding', 'ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup',
]

/** How every test and bench starts it: as root too, and with nothing of its own going on. */
export const chromiumFlags = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--no-first-run', `--disable-features=${disabledFeatures.join()}`]

/** Path of a Chromium for the browser tests; installs Debian's where that can be done without asking. */
export function provideChromium(): string {
  const found = findChromium() ?? installFromDebian()
  if (found) return found
  throw new Error('The browser tests need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM to its path.')
}

function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = [process.env.CHROMIUM ?? '', ...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...knownPlaces]
  return candidates.find((path) => path !== '' && existsSync(path))
}

function installFromDebian(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log("Installing Debian's Chromium for the browser tests…")
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [['update', '-qq'], ['install', '-y', '-qq', '--no-install-recommends', 'chromium']]) {
    const { status } = spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env: environment })
    if (status !== 0) return undefined
  }
  return findChromium()
}
