import { failureSentence } from '#server/platform/startup/failure-sentence.ts'
import { buildWeb } from './build-web.ts'

process.env.NODE_ENV ??= 'production'
try {
  buildWeb()
} catch (error) {
  console.error(failureSentence(error))
  process.exit(1)
}
await import('#server/main.ts')
