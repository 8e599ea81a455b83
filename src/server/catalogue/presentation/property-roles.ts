/** What a property or requisite means beyond being shown, recognised by its name. */
export type Role = 'multiplicity' | 'packSize' | 'hit' | 'new' | 'sale' | 'brand' | 'service' | 'plain'

const roles: Record<string, Role> = {
  кратность: 'multiplicity',
  вупаковке: 'packSize',
  хит: 'hit',
  новинка: 'new',
  распродажа: 'sale',
  производитель: 'brand',
  бренд: 'brand',
  торговаямарка: 'brand',
  артикул: 'service',
  штрихкод: 'service',
  'штрих-код': 'service',
  код: 'service',
  вес: 'service',
  объем: 'service',
  полноенаименование: 'service',
}

/** Order in which properties name the brand when there is no Изготовитель (product.md §9). */
const brandNames = ['производитель', 'бренд', 'торговаямарка']

/** 'Кратность, шт' and ' КРАТНОСТЬ (шт)' are Кратность, 'ТорговаяМарка' is 'Торговая марка'. */
export function roleOf(name: string): Role {
  return roles[normalised(name)] ?? 'plain'
}

/** Whether the filter panel offers a parameter of this name: not what steers or identifies goods. */
export function isFilterable(name: string): boolean {
  return roleOf(name) === 'plain'
}

/** The first of several named values that names a brand; '' when none does. */
export function findBrandValue(named: { name: string; value: string }[]): string {
  for (const brandName of brandNames) {
    const value = named.find(({ name }) => normalised(name) === brandName)?.value.trim()
    if (value) return value
  }
  return ''
}

export function normalised(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/\s*[,(].*$/, '')
    .replace(/\s+/g, '')
}
