import { z } from 'zod/mini'

const table = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()).check(z.minLength(1)) })
const sequence = z.object({ schema: z.string(), name: z.string(), lastValue: z.string() })

/** The first entry of a backup, needed before restoring. */
export const contents = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  postgresql: z.string(),
  /** Hashes of the database's migrations, in order. */
  migrations: z.array(z.string()),
  /** In the order of their entries `database/1/…`, `database/2/…` */
  tables: z.array(table),
  sequences: z.array(sequence),
})

export type Contents = z.infer<typeof contents>
export type Table = z.infer<typeof table>

export const contentsName = 'contents.json'
export const tableFolder = (index: number) => `database/${index + 1}`
export const filePrefix = 'files/'
/** Tables of files that the portal rewrites on request, such as price lists. */
export const rebuiltFolder = 'price-feeds/'
/** Schemas that are not copied: pg-boss creates its own again. */
export const copiedSchemas = ['public', 'drizzle']
