import type { ParsedInputOf } from '#shared/api/endpoint.ts'
import type { saveGood } from '#shared/api/staff/goods.ts'
import { fieldMessages } from '#shared/messages.ts'
import type { Db } from '#server/platform/db/client.ts'
import { existingProducts } from './queries-binds.ts'
import type { StoredFile } from './queries-documents.ts'
import { existingLabels } from './queries-labels.ts'
import { lockPictures } from './queries-pictures.ts'

type GoodInput = ParsedInputOf<typeof saveGood>
type Fields = Record<string, string>

/**
 * Why a product cannot be presented as requested, each reason at its field; `files` are the input's documents that
 * exist.
 */
export async function findGoodErrors(
  db: Db,
  input: GoodInput,
  files: ReadonlyMap<number, StoredFile>,
): Promise<Fields> {
  const labels = await existingLabels(db, { ids: input.tags })
  const pictures = await lockPictures(db, { ids: idsOf(input.pictures) })
  const products = await existingProducts(db, { ids: [...idsOf(input.analogues), ...idsOf(input.related)] })
  return {
    ...(input.tags.every((id) => labels.has(id)) ? {} : { tags: fieldMessages.labelMissing }),
    ...eachFault('pictures', idsOf(input.pictures), {
      twice: 'Картинка указана дважды',
      faultOf: (id) => (pictures.has(id) ? undefined : fieldMessages.pictureMissing),
    }),
    ...bindFaults('analogues', input, products),
    ...bindFaults('related', input, products),
    ...documentFaults(input, files),
  }
}

function bindFaults(name: 'analogues' | 'related', input: GoodInput, products: ReadonlySet<number>): Fields {
  return eachFault(name, idsOf(input[name]), {
    twice: fieldMessages.goodTwice,
    faultOf: (id) =>
      id === input.id
        ? 'Товар не может быть связан сам с собой'
        : products.has(id)
          ? undefined
          : fieldMessages.goodMissing,
  })
}

function documentFaults({ documents }: GoodInput, files: ReadonlyMap<number, StoredFile>): Fields {
  const headers = new Map(documents.map(({ file, header }) => [file, header]))
  return eachFault(
    'documents',
    documents.map(({ file }) => file),
    {
      twice: 'Этот документ уже есть',
      faultOf: (id) =>
        !files.has(id)
          ? 'Документ не найден, загрузите его ещё раз'
          : headers.get(id) === ''
            ? 'Укажите название документа'
            : undefined,
    },
  )
}

function eachFault(
  name: string,
  ids: readonly number[],
  { twice, faultOf }: { twice: string; faultOf: (id: number) => string | undefined },
): Fields {
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
