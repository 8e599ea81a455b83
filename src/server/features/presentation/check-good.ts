import type { ParsedInputOf } from '#shared/api/endpoint.ts'
import type { saveGood } from '#shared/api/staff-goods.ts'
import type { Db } from '#server/db/client.ts'
import { knownProducts } from './queries-binds.ts'
import type { StoredFile } from './queries-documents.ts'
import { knownLabels } from './queries-labels.ts'
import { holdPictures } from './queries-pictures.ts'

type Wish = ParsedInputOf<typeof saveGood>
type Fields = Record<string, string>

/** Why a product cannot be presented as wished, each reason at its field; `files` are the wish's documents that there are. */
export async function faultsOf(db: Db, wish: Wish, files: ReadonlyMap<number, StoredFile>): Promise<Fields> {
  const labels = await knownLabels(db, { ids: wish.tags })
  const pictures = await holdPictures(db, { ids: idsOf(wish.pictures) })
  const products = await knownProducts(db, { ids: [...idsOf(wish.analogues), ...idsOf(wish.related)] })
  return {
    ...(wish.tags.every((id) => labels.has(id)) ? {} : { tags: 'Метка не найдена: её, должно быть, удалили' }),
    ...eachFault('pictures', idsOf(wish.pictures), { twice: 'Картинка указана дважды', faultOf: (id) => (pictures.has(id) ? undefined : 'Картинка не найдена, загрузите её ещё раз') }),
    ...bindFaults('analogues', wish, products),
    ...bindFaults('related', wish, products),
    ...documentFaults(wish, files),
  }
}

function bindFaults(name: 'analogues' | 'related', wish: Wish, products: ReadonlySet<number>): Fields {
  return eachFault(name, idsOf(wish[name]), {
    twice: 'Товар указан дважды',
    faultOf: (id) => (id === wish.id ? 'Товар не может быть связан сам с собой' : products.has(id) ? undefined : 'Товар не найден'),
  })
}

function documentFaults({ documents }: Wish, files: ReadonlyMap<number, StoredFile>): Fields {
  const headers = new Map(documents.map(({ file, header }) => [file, header]))
  return eachFault('documents', documents.map(({ file }) => file), {
    twice: 'Этот документ уже есть',
    faultOf: (id) => (!files.has(id) ? 'Документ не найден, загрузите его ещё раз' : headers.get(id) === '' ? 'Укажите название документа' : undefined),
  })
}

function eachFault(name: string, ids: readonly number[], { twice, faultOf }: { twice: string; faultOf: (id: number) => string | undefined }): Fields {
  const seen = new Set<number>()
  const faults: Fields = {}
  for (const id of ids) {
    const fault = seen.has(id) ? twice : faultOf(id)
    if (fault !== undefined) faults[`${name}.${id}`] = fault
    seen.add(id)
  }
  return faults
}

const idsOf = (list: readonly { id: number }[]) => list.map(({ id }) => id)
