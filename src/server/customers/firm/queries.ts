import { eq } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { pictures } from '#server/platform/db/schema/catalogue.ts'

/** Whether the picture exists; then it stays until the transaction ends. */
export async function lockPicture(tx: Db, { pictureId }: { pictureId: number }): Promise<boolean> {
  const found = await tx.select({ id: pictures.id }).from(pictures).where(eq(pictures.id, pictureId)).for('share')
  return found.length > 0
}
