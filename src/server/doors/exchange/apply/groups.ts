import { rootCategoryId } from '#shared/constants.ts'
import type { GroupItem } from '../parse/items.ts'
import { freeUrl } from '../plan/slug.ts'
import type { Category, ImportContext } from './context.ts'

/** Imports groups as categories below the root. A category's url never changes. */
export async function applyGroups(context: ImportContext, groups: GroupItem[]): Promise<void> {
  if (groups.length === 0) return
  const known = await loadCategories(context)
  await createPlaceholders(
    context,
    groups.flatMap(({ code, parentCode, deleted }) =>
      deleted ? [] : [code, ...(parentCode === undefined ? [] : [parentCode])],
    ),
  )
  const urls = new Set([...known.values()].map(({ url }) => url))
  const changed: Category[] = []

  for (const group of groups) {
    context.tally.add('groups', 'seen')
    const before = known.get(group.code)
    const after = group.deleted
      ? before && { ...before, active: false }
      : before && described(context, group, before, known, urls)
    if (before === undefined || after === undefined || same(before, after)) {
      context.tally.add('groups', 'unchanged')
      continue
    }
    context.tally.add('groups', before.name === '' ? 'created' : 'changed')
    urls.add(after.url)
    known.set(group.code, after)
    changed.push(after)
    if (before.parentId !== after.parentId) context.movedCategories = true
  }
  await updateCategories(context, changed)
}

/** Counts a group applied by an earlier attempt, so that the order of later ones is right. */
export function skipGroup(context: ImportContext, { parentCode, onlyChanges, deleted }: GroupItem): void {
  if (!onlyChanges && !deleted) nextPosition(context, parentCode)
}

/** Category ids by Ид. Groups not received yet get an inactive row without a name. */
export async function categoryIds(context: ImportContext, codes: string[]): Promise<(code: string) => number> {
  const known = await loadCategories(context)
  await createPlaceholders(context, codes)
  return (code) => {
    const category = known.get(code)
    if (category === undefined) throw new Error(`category ${code} was not made`)
    return category.id
  }
}

async function loadCategories(context: ImportContext): Promise<Map<string, Category>> {
  if (context.categories !== undefined) return context.categories
  await context.rows(
    "insert into categories (id, name, url) values ($1, 'Каталог', '') on conflict do nothing",
    rootCategoryId,
  )
  const rows = await context.rows<Category>(
    `select id, coalesce(code1c, '') as code, parent_id as "parentId", name, url, description, position, active
      from categories`,
  )
  context.categories = new Map(rows.map((row) => [row.code || `#${row.id}`, row]))
  return context.categories
}

async function createPlaceholders(context: ImportContext, codes: string[]): Promise<void> {
  const known = await loadCategories(context)
  const missing = [...new Set(codes)].filter((code) => !known.has(code))
  if (missing.length === 0) return
  const rows = await context.rows<Category>(
    `insert into categories (code1c, parent_id, name, url, active)
     select code, $2::int, '', 'gruppa-' || md5(code), false from json_array_elements_text($1) with ordinality t(code,
       n) order by n
     returning id, code1c as code, parent_id as "parentId", name, url, description, position, active`,
    missing,
    rootCategoryId,
  )
  for (const row of rows) known.set(row.code, row)
}

function described(
  context: ImportContext,
  group: GroupItem,
  before: Category,
  known: Map<string, Category>,
  urls: Set<string>,
): Category {
  const parent = group.parentCode === undefined ? undefined : known.get(group.parentCode)
  const name = group.name.slice(0, 500)
  const isNew = before.name === ''
  return {
    ...before,
    name,
    parentId: parent === undefined || isBelow(parent, before, known) ? rootCategoryId : parent.id,
    url: isNew ? freeUrl(name, parent?.name === '' ? '' : (parent?.url ?? ''), (url) => urls.has(url)) : before.url,
    description: group.description ?? before.description,
    position: group.onlyChanges
      ? isNew
        ? lastPosition(known) + 1
        : before.position
      : nextPosition(context, group.parentCode),
    active: true,
  }
}

/** Whether `category` is `other` or below it; as its parent it would form a cycle. */
function isBelow(category: Category, other: Category, known: Map<string, Category>): boolean {
  if (category.id === other.id) return true
  // Only a moved category can form a cycle.
  if (other.name === '' || other.parentId === category.id) return false
  const parents = new Map([...known.values()].map(({ id, parentId }) => [id, parentId]))
  for (let at = category.parentId; at !== undefined && at !== null; at = parents.get(at) ?? null)
    if (at === other.id) return true
  return false
}

function nextPosition(context: ImportContext, parentCode = ''): number {
  const position = (context.groupOrder.get(parentCode) ?? 0) + 1
  context.groupOrder.set(parentCode, position)
  return position
}

function lastPosition(known: Map<string, Category>): number {
  return Math.max(0, ...[...known.values()].map(({ position }) => position))
}

function same(one: Category, other: Category): boolean {
  return (
    one.name === other.name &&
    one.description === other.description &&
    one.parentId === other.parentId &&
    one.position === other.position &&
    one.active === other.active
  )
}

async function updateCategories(context: ImportContext, changed: Category[]): Promise<void> {
  if (changed.length === 0) return
  context.rebuild = true
  await context.rows(
    `update categories c
     set name = r.name, parent_id = r."parentId", url = r.url, description = r.description, position = r.position,
       active = r.active
     from json_to_recordset($1) r(id int, name text, "parentId" int, url text, description text, position int,
       active boolean)
     where c.id = r.id`,
    changed,
  )
}
