/** Special meaning of a property or requisite, recognised by name. */
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

/** Priority of properties that name the brand if there is no Изготовитель (product.md §9). */
const brandNames = ['производитель', 'бренд', 'торговаямарка']

/** Normalises 'Кратность, шт' and ' КРАТНОСТЬ (шт)' to Кратность, 'ТорговаяМарка' to 'Торговая марка'. */
export function roleOf(name: string): Role {
  return roles[normalised(name)] ?? 'plain'
}

/** Whether the filter offers a parameter of this name; control data and identifiers are excluded. */
export function isFilterable(name: string): boolean {
  return roleOf(name) === 'plain'
}

/** The first value whose name denotes a brand; '' if none. */
export function findBrand(named: { name: string; value: string }[]): string {
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
