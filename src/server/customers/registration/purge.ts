import type { Db } from '#server/platform/db/client.ts'
import { deleteExpiredCaptchas } from './captcha/queries-captcha.ts'

/** Deletes what nobody needs any more; a job runs it. */
export async function purgeRegistrations({ db }: { db: Db }): Promise<{ captchas: number }> {
  return { captchas: await deleteExpiredCaptchas(db) }
}
