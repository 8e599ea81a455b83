import type { DescriptionSource, StaffCategory, StaffCategoryRow } from '#shared/api/staff/categories.ts'
import { lockCatalogueWriters, requestRebuild } from '#server/catalogue/snapshot/shared-queries-changes.ts'
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
  findCategoryDescription,
  listCategories,
  writeStaffDescription,
  type CategoryDescription,
} from './queries-categories.ts'

type Deps = { db: Db }

/** Maximum length of a description with markup, and of its excerpt in the list. */
const maxFullCharacters = 500
const maxExcerptCharacters = 120

export async function listStaffCategories({ db }: Deps): Promise<{ items: StaffCategoryRow[] }> {
  const rows = await listCategories(db, { beginning: maxFullCharacters })
  return {
    items: rows.map(({ id, header, depth, ...texts }) => ({
      id,
      header,
      depth,
      shown: descriptionSource(texts),
      begins: shownText(texts).replace(/\s+/g, ' ').slice(0, maxExcerptCharacters),
    })),
  }
}

export async function getStaffCategory({ db }: Deps, { id }: { id: number }): Promise<{ category: StaffCategory }> {
  return { category: toCategory(await getCategory(db, { id })) }
}

export async function saveDescription(
  { db }: Deps,
  actor: Actor,
  { id, version, source, text }: { id: number; version: string; source: DescriptionSource; text: string },
) {
  return db.transaction(async (tx) => {
    await lockCatalogueWriters(tx)
    const category = await getCategory(tx, { id, lock: true })
    const staffDescription = storedDescription({ shown: source, text })
    if (staffDescription !== category.staffDescription) {
      if (category.version !== version) throw new AppError('conflict')
      await writeStaffDescription(tx, { id, text: staffDescription })
      await recordAudit(tx, byAccount(actor), {
        action: 'category.changed',
        object: { type: 'category', id },
        before: { description: descriptionSource(category), text: category.staffDescription },
        after: { description: descriptionSource({ ...category, staffDescription }), text: staffDescription },
      })
      await requestRebuild(tx)
    }
    return { category: toCategory(await getCategory(tx, { id })) }
  })
}

async function getCategory(db: Db, params: { id: number; lock?: boolean }): Promise<CategoryDescription> {
  const category = await findCategoryDescription(db, params)
  if (!category) throw new AppError('notFound')
  return category
}

function shownText({ description, staffDescription }: DescriptionTexts): string {
  return staffDescription ?? textOfDescription(description)
}

function toCategory({ id, header, version, ...texts }: CategoryDescription): StaffCategory {
  return { id, header, version, ...shapeDescription(texts) }
}
