import { eq, sql } from 'drizzle-orm'
import type { Day } from '#shared/rules/dates.ts'
import type { Db } from '#server/platform/db/client.ts'
import { banners } from '#server/platform/db/schema/showcase.ts'

export type BannerColumns = {
  title: string
  text: string
  link: string
  startsOn: Day | null
  endsOn: Day | null
  position: number
  active: boolean
  pictureId: number | null
}
export type StoredBanner = BannerColumns & { id: number; picturetype: string; version: string }

/** Serialises writers of banners, so that a repeated request finds the existing one. */
export async function lockBanners(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('banners'))`)
}

export async function listAllBanners(db: Db): Promise<StoredBanner[]> {
  const { rows } = await db.execute<StoredBanner>(sql`
    select b.id, b.title, b.text, b.link, b.starts_on::text as "startsOn", b.ends_on::text as "endsOn", b.position,
      b.active,
      b.picture_id as "pictureId", coalesce(picture.type, '') as picturetype, md5(b::text) as version
    from banners b left join pictures picture on picture.id = b.picture_id order by b.position, b.id`)
  return rows
}

export async function writeBanner(db: Db, id: number | undefined, banner: BannerColumns): Promise<number> {
  const [written] =
    id === undefined
      ? await db.insert(banners).values(banner).returning({ id: banners.id })
      : await db.update(banners).set(banner).where(eq(banners.id, id)).returning({ id: banners.id })
  if (!written) throw new Error('a locked banner was not found')
  return written.id
}

export async function removeBanner(db: Db, { id }: { id: number }): Promise<void> {
  await db.delete(banners).where(eq(banners.id, id))
}
