import type { ParsedInputOf } from '#shared/api/endpoint.ts'
import type { saveBanner, StaffBanner } from '#shared/api/staff/banners.ts'
import { fieldMessages } from '#shared/messages.ts'
import { dayOf, formatDay, parseDay, type Day } from '#shared/rules/dates.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import {
  lockPicture,
  listAllBanners,
  lockBanners,
  removeBanner,
  writeBanner,
  type BannerColumns,
  type StoredBanner,
} from './queries-staff-banners.ts'
import { periodState } from './period-state.ts'

type Deps = { db: Db }
type BannerInput = ParsedInputOf<typeof saveBanner>

export async function listStaffBanners({ db }: Deps) {
  const today = dayOf(new Date())
  return { items: (await listAllBanners(db)).map((banner) => toWire(banner, today)) }
}

/** Saves a banner. Idempotent. */
export async function saveBannerChanges({ db }: Deps, input: BannerInput) {
  const banner = toColumns(input)
  return db.transaction(async (tx) => {
    await lockBanners(tx)
    const all = await listAllBanners(tx)
    const current =
      input.id === undefined ? all.find((each) => isSame(each, banner)) : all.find(({ id }) => id === input.id)
    if (input.id !== undefined && !current) throw new AppError('notFound')
    if (current && isSame(current, banner)) return { id: current.id, ...(await listStaffBanners({ db: tx })) }
    if (current && current.version !== input.version) throw new AppError('conflict')
    await checkBanner(tx, banner)
    const id = await writeBanner(tx, current?.id, banner)
    return { id, ...(await listStaffBanners({ db: tx })) }
  })
}

/** Idempotent. */
export async function deleteBanner({ db }: Deps, { id }: { id: number }) {
  return db.transaction(async (tx) => {
    await lockBanners(tx)
    await removeBanner(tx, { id })
    return listStaffBanners({ db: tx })
  })
}

function toColumns({
  title,
  text = '',
  link = '',
  starts,
  ends,
  position = 0,
  active = true,
  picture,
}: BannerInput): BannerColumns {
  return {
    title,
    text,
    link,
    startsOn: starts === undefined ? null : parseDay(starts),
    endsOn: ends === undefined ? null : parseDay(ends),
    position,
    active,
    pictureId: picture ?? null,
  }
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
  if (pictureId !== null && !(await lockPicture(db, { id: pictureId }))) fields.picture = fieldMessages.pictureMissing
  if (Object.keys(fields).length > 0) throw new AppError('invalid', { fields })
}

/** Empty or a path of the portal; '//host' and '/\host' would lead to another site. */
function isPortalPath(link: string): boolean {
  return link === '' || /^\/(?![/\\])[^\s\\\p{Cc}]*$/u.test(link)
}

function toWire(banner: StoredBanner, today: Day): StaffBanner {
  const { id, title, text, link, startsOn, endsOn, position, active, pictureId, picturetype, version } = banner
  const day = (value: Day | null) => (value === null ? null : formatDay(value))
  return {
    id,
    title,
    text,
    link,
    starts: day(startsOn),
    ends: day(endsOn),
    position,
    active,
    picture: pictureId ?? 0,
    picturetype,
    state: periodState(today, banner),
    version,
  }
}
