import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { readConfig, type Config } from '#server/platform/startup/config.ts'
import { StartRefused } from '#server/platform/startup/start-refused.ts'

// The compile cache is kept with the data, so that the next start compiles nothing.
const { directory } = enableCompileCache(join(configOrExit().dataDir, 'compiled'))
// Threads read it where they start.
if (directory !== undefined) process.env.NODE_COMPILE_CACHE ??= directory
await import('./serve.ts')

function configOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error
    process.stderr.write(`${error.message}\n`)
    return process.exit(1)
  }
}
