import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { readConfig } from './config.ts'

// What was compiled once is kept beside the data: the next start, after a kill as well, compiles nothing anew.
const { directory } = enableCompileCache(join(readConfig(process.env).dataDir, 'compiled'))
// Threads read it where they start.
if (directory !== undefined) process.env.NODE_COMPILE_CACHE ??= directory
await import('./serve.ts')
