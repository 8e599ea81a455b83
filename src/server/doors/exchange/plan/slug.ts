const letters: Record<string, string> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ё: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'y',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
}

/** 'Холодильники, морозильные камеры' → 'kholodilniki-morozilnye-kamery'. */
export function slugOf(name: string): string {
  const latin = name.toLowerCase().replace(/[а-яё]/g, (letter) => letters[letter] ?? letter)
  return (
    latin
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 80)
      .replace(/-+$/, '') || 'gruppa'
  )
}

/** A unique url: from the name, otherwise prefixed with the parent's, otherwise numbered. */
export function freeUrl(name: string, parentUrl: string, isTaken: (url: string) => boolean): string {
  const slug = slugOf(name)
  const withParent = parentUrl === '' ? slug : `${parentUrl}-${slug}`
  for (const url of [slug, withParent]) if (!isTaken(url)) return url
  for (let number = 2; ; number += 1) if (!isTaken(`${withParent}-${number}`)) return `${withParent}-${number}`
}
