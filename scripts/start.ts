import { buildWeb } from './build-web.ts'

process.env.NODE_ENV ??= 'production'
buildWeb()
await import('#server/main.ts')
