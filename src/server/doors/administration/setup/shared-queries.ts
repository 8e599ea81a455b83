import { isNull } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { portalSetup } from '#server/platform/db/schema/administration.ts'

export async function isSetupOpen(db: Db): Promise<boolean> {
  return (await db.select({ id: portalSetup.id }).from(portalSetup).where(isNull(portalSetup.finishedAt))).length > 0
}
