import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MeasuredShop } from './shops.ts'
import type { OrderFile } from './types.ts'

/** Files for this shop; the JSON beside each identifies goods by article and name. */
export async function readFolder(folder: string, { name, goods }: MeasuredShop): Promise<OrderFile[]> {
  const path = join(folder, name)
  const truths = (await readdir(path)).filter((file) => file.endsWith('.json')).toSorted()
  return Promise.all(
    truths.map(async (truth, seed) => {
      const file = truth.slice(0, -'.json'.length)
      const described = JSON.parse(await readFile(join(path, truth), 'utf8')) as Omit<OrderFile, 'rows'> & {
        rows: (OrderFile['rows'][number] & { good?: { articul: string; name: string } })[]
      }
      const content = await readFile(join(path, file))
      const meant = (good: { articul: string; name: string } | undefined) => {
        if (!good) return null
        const found = goods.find((each) => each.articul === good.articul && each.name === good.name)
        if (!found) throw new Error(`${truth}: the shop has no ${good.articul} ${good.name}`)
        return found.id
      }
      const rows = described.rows.map(({ good, ...row }) => ({ ...row, meant: meant(good) }))
      return {
        ...described,
        seed,
        name: file,
        note: file,
        rows,
        ...(file.endsWith('.txt') ? { text: content.toString('utf8') } : { bytes: content }),
      }
    }),
  )
}
