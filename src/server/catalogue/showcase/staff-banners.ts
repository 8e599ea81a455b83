import { fieldMessages } from '#shared/texts.ts'
import { lockPictures } from '#server/catalogue/pictures/shared-queries-lock.ts'
import { AppError, throwIfInvalid } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import {
  listAllBanners,
  lockBanners,
  removeBanner,
  writeBanner,
  type BannerColumns,
  type StoredBanner,
} from './queries-staff-banners.ts'

type Deps = { db: Db }
export type BannerInput = {
  /** Undefined: a new one. */
  id: number | undefined
  version: string | undefined
  banner: BannerColumns
}
type Saved = { id: number; banners: StoredBanner[] }

export async function listStaffBanners({ db }: Deps): Promise<StoredBanner[]> {
  return listAllBanners(db)
}

/** Saves a banner. Idempotent. */
export async function saveBannerChanges({ db }: Deps, { banner, ...input }: BannerInput): Promise<Saved> {
  return db.transaction(async (tx) => {
    await lockBanners(tx)
    const all = await listAllBanners(tx)
    const current =
      input.id === undefined ? all.find((each) => isSame(each, banner)) : all.find(({ id }) => id === input.id)
    if (input.id !== undefined && !current) throw new AppError('notFound')
    if (current && isSame(current, banner)) return { id: current.id, banners: all }
    if (current && current.version !== input.version) throw new AppError('conflict')
    await checkBanner(tx, banner)
    const id = await writeBanner(tx, current?.id, banner)
    return { id, banners: await listAllBanners(tx) }
  })
}

/** Idempotent. */
export async function deleteBanner({ db }: Deps, { id }: { id: number }): Promise<StoredBanner[]> {
  return db.transaction(async (tx) => {
    await lockBanners(tx)
    await removeBanner(tx, { id })
    return listAllBanners(tx)
  })
}

function isSame(stored: StoredBanner, banner: BannerColumns): boolean {
  return (Object.keys(banner) as (keyof BannerColumns)[]).every((name) => stored[name] === banner[name])
}

async function checkBanner(db: Db, { title, link, startsOn, endsOn, pictureId }: BannerColumns): Promise<void> {
  if (startsOn !== null && endsOn !== null && startsOn > endsOn) {
    const message = fieldMessages.firstDayAfterLast
    throw new AppError('datePeriod', { message, fields: { ends: message } })
  }
  const fields: Record<string, string> = {}
  if (title === '') fields.title = 'Укажите заголовок'
  if (!isPortalPath(link)) fields.link = 'Ссылка ведёт внутрь портала и начинается с /, например /special'
  if (pictureId !== null && !(await lockPictures(db, { ids: [pictureId] })).has(pictureId))
    fields.picture = fieldMessages.pictureMissing
  throwIfInvalid(fields)
}

/** Empty or a path of the portal; '//host' and '/\host' would lead to another site. */
function isPortalPath(link: string): boolean {
  return link === '' || /^\/(?![/\\])[^\s\\\p{Cc}]*$/u.test(link)
}
