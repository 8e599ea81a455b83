import type { ParsedInputOf } from '#shared/api/endpoint.ts'
import { maxDescriptionLength, type DescriptionSource, type saveCategoryDescription, type StaffCategory, type StaffCategoryRow } from '#shared/api/staff-categories.ts'
import { AppError } from '#server/app-error.ts'
import { byAccount } from '#server/audit/changed-by.ts'
import { recordAudit } from '#server/audit/record.ts'
import type { Db } from '#server/db/client.ts'
import type { Actor } from '#server/features/access/actor.ts'
import { askForRebuild } from '#server/features/catalogue/queries-synonyms.ts'
import { textOfDescription } from '#server/features/catalogue/description-text.ts'
import { lockCatalogueWriters } from '#server/features/showcase/queries-offers.ts'
import { findCategoryDescription, listCategories, writeStaffDescription, type CategoryDescription } from './queries-categories.ts'

type Deps = { db: Db }

/** Of a description, markup and all; and what is left of it for a line of the list. */
const readCharacters = 500
const beginsCharacters = 120

export async function listStaffCategories({ db }: Deps): Promise<{ items: StaffCategoryRow[] }> {
  const rows = await listCategories(db, { beginning: readCharacters })
  return {
    items: rows.map(({ id, header, depth, ...texts }) => ({ id, header, depth, shown: sourceOf(texts), begins: shownText(texts).replace(/\s+/g, ' ').slice(0, beginsCharacters) })),
  }
}

export async function openCategory({ db }: Deps, { id }: { id: number }): Promise<{ category: StaffCategory }> {
  return { category: toCategory(await getCategory(db, { id })) }
}

export async function keepDescription(
  { db }: Deps,
  actor: Actor,
  { id, version, shown, text }: ParsedInputOf<typeof saveCategoryDescription>,
) {
  return db.transaction(async (tx) => {
    await lockCatalogueWriters(tx)
    const category = await getCategory(tx, { id, lock: true })
    const staffDescription = kept(shown, text)
    if (staffDescription !== category.staffDescription) {
      if (category.version !== version) throw new AppError('conflict')
      await writeStaffDescription(tx, { id, text: staffDescription })
      await recordAudit(tx, byAccount(actor), {
        action: 'category.changed',
        object: { type: 'category', id },
        before: { description: sourceOf(category), text: category.staffDescription },
        after: { description: sourceOf({ ...category, staffDescription }), text: staffDescription },
      })
      await askForRebuild(tx)
    }
    return { category: toCategory(await getCategory(tx, { id })) }
  })
}

async function getCategory(db: Db, asked: { id: number; lock?: boolean }): Promise<CategoryDescription> {
  const category = await findCategoryDescription(db, asked)
  if (!category) throw new AppError('notFound')
  return category
}

/** As the column keeps it: null = 1C's, '' = nothing is shown. */
function kept(shown: DescriptionSource, text: string): string | null {
  if (shown === 'none') return ''
  const own = text.replaceAll('\r\n', '\n').trim()
  return shown === 'own' && own !== '' ? own : null
}

type Texts = Pick<CategoryDescription, 'description' | 'staffDescription'>

function sourceOf({ staffDescription }: Texts): DescriptionSource {
  if (staffDescription === null) return 'exchange'
  return staffDescription === '' ? 'none' : 'own'
}

function shownText({ description, staffDescription }: Texts): string {
  return staffDescription ?? textOfDescription(description)
}

function toCategory({ id, header, version, ...texts }: CategoryDescription): StaffCategory {
  return { id, header, shown: sourceOf(texts), text: texts.staffDescription ?? '', exchange_text: textOfDescription(texts.description, { maxLength: maxDescriptionLength }), version }
}
