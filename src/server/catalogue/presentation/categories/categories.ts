import { fieldMessages } from '#shared/texts.ts'
import type { DescriptionSource, StaffCategory, StaffCategoryRow } from '#shared/api/staff/categories.ts'
import { lockCatalogueWriters, requestRebuild } from '#server/catalogue/snapshot/shared-queries-changes.ts'
import { lockPictures } from '#server/catalogue/pictures/shared-queries-lock.ts'
import { AppError } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { textOfDescription } from '#server/catalogue/facets/render/description-text.ts'
import {
  descriptionSource,
  shapeDescription,
  storedDescription,
  type DescriptionTexts,
} from '../descriptions/description.ts'
import {
  findCategoryPresentation,
  listCategories,
  writeCategoryPresentation,
  type CategoryPresentation,
} from './queries-categories.ts'

type Deps = { db: Db }

/** Maximum length of a description with markup, and of its excerpt in the list. */
const maxFullCharacters = 500
const maxExcerptCharacters = 120

export async function listStaffCategories({ db }: Deps): Promise<{ items: StaffCategoryRow[] }> {
  const rows = await listCategories(db, { beginning: maxFullCharacters })
  return {
    items: rows.map(({ id, header, depth, picture, picturetype, ...texts }) => ({
      id,
      header,
      depth,
      picture,
      picturetype,
      shown: descriptionSource(texts),
      begins: shownText(texts).replace(/\s+/g, ' ').slice(0, maxExcerptCharacters),
    })),
  }
}

export async function getStaffCategory({ db }: Deps, { id }: { id: number }): Promise<{ category: StaffCategory }> {
  return { category: toCategory(await getCategory(db, { id })) }
}

export async function saveCategory(
  { db }: Deps,
  actor: Actor,
  {
    id,
    version,
    source,
    text,
    picture: wanted,
  }: { id: number; version: string; source: DescriptionSource; text: string; picture: number | undefined },
) {
  return db.transaction(async (tx) => {
    await lockCatalogueWriters(tx)
    const category = await getCategory(tx, { id, lock: true })
    const staffDescription = storedDescription({ shown: source, text })
    const picture = wanted ?? category.picture
    if (staffDescription !== category.staffDescription || picture !== category.picture) {
      if (category.version !== version) throw new AppError('conflict')
      if (picture > 0 && !(await lockPictures(tx, { ids: [picture] })).has(picture))
        throw new AppError('invalid', { fields: { picture: fieldMessages.pictureMissing } })
      await writeCategoryPresentation(tx, { id, text: staffDescription, picture })
      await recordAudit(tx, byAccount(actor), {
        action: 'category.changed',
        object: { type: 'category', id },
        before: {
          description: descriptionSource(category),
          text: category.staffDescription,
          picture: category.picture,
        },
        after: { description: descriptionSource({ ...category, staffDescription }), text: staffDescription, picture },
      })
      await requestRebuild(tx)
    }
    return { category: toCategory(await getCategory(tx, { id })) }
  })
}

async function getCategory(db: Db, params: { id: number; lock?: boolean }): Promise<CategoryPresentation> {
  const category = await findCategoryPresentation(db, params)
  if (!category) throw new AppError('notFound')
  return category
}

function shownText({ description, staffDescription }: DescriptionTexts): string {
  return staffDescription ?? textOfDescription(description)
}

function toCategory({ id, header, version, picture, picturetype, ...texts }: CategoryPresentation): StaffCategory {
  return { id, header, version, picture, picturetype, ...shapeDescription(texts) }
}
