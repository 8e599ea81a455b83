import { fieldMessages } from '#shared/texts.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Positioned } from './arrange.ts'
import { existingProducts } from './queries-binds.ts'
import type { StoredFile } from './queries-documents.ts'
import { existingLabels } from './queries-labels.ts'
import type { FlagsInput } from './queries-marks.ts'
import { lockPictures } from '#server/catalogue/pictures/shared-queries-lock.ts'

/** Staff's presentation of a product; pictures, analogues, related goods and documents are in order. */
export type GoodInput = {
  id: number
  version: string | undefined
  flags: FlagsInput
  /** '' shows none, null 1C's, undefined keeps what was decided. */
  staffDescription: string | null | undefined
  labelIds: readonly number[]
  pictures: readonly Positioned[]
  analogues: readonly Positioned[]
  related: readonly Positioned[]
  documents: readonly { fileId: number; name: string }[]
}

type Fields = Record<string, string>

/** Validation errors of a product's presentation, by field; `files` are those of the input's documents that exist. */
export async function findGoodErrors(
  db: Db,
  input: GoodInput,
  files: ReadonlyMap<number, StoredFile>,
): Promise<Fields> {
  const labels = await existingLabels(db, { ids: input.labelIds })
  const pictures = await lockPictures(db, { ids: idsOf(input.pictures) })
  const products = await existingProducts(db, { ids: [...idsOf(input.analogues), ...idsOf(input.related)] })
  return {
    ...(input.labelIds.every((id) => labels.has(id)) ? {} : { tags: fieldMessages.labelMissing }),
    ...findErrors('pictures', idsOf(input.pictures), {
      duplicateMessage: 'Картинка указана дважды',
      errorOf: (id) => (pictures.has(id) ? undefined : fieldMessages.pictureMissing),
    }),
    ...findBindErrors('analogues', input, products),
    ...findBindErrors('related', input, products),
    ...findDocumentErrors(input, files),
  }
}

function findBindErrors(name: 'analogues' | 'related', input: GoodInput, products: ReadonlySet<number>): Fields {
  return findErrors(name, idsOf(input[name]), {
    duplicateMessage: fieldMessages.goodTwice,
    errorOf: (id) =>
      id === input.id
        ? 'Товар не может быть связан сам с собой'
        : products.has(id)
          ? undefined
          : fieldMessages.goodMissing,
  })
}

function findDocumentErrors({ documents }: GoodInput, files: ReadonlyMap<number, StoredFile>): Fields {
  const names = new Map(documents.map(({ fileId, name }) => [fileId, name]))
  return findErrors(
    'documents',
    documents.map(({ fileId }) => fileId),
    {
      duplicateMessage: 'Этот документ уже есть',
      errorOf: (id) =>
        !files.has(id)
          ? 'Документ не найден, загрузите его ещё раз'
          : names.get(id) === ''
            ? 'Укажите название документа'
            : undefined,
    },
  )
}

function findErrors(
  name: string,
  ids: readonly number[],
  { duplicateMessage, errorOf }: { duplicateMessage: string; errorOf: (id: number) => string | undefined },
): Fields {
  const seenIds = new Set<number>()
  const errors: Fields = {}
  for (const id of ids) {
    const error = seenIds.has(id) ? duplicateMessage : errorOf(id)
    if (error !== undefined) errors[`${name}.${id}`] = error
    seenIds.add(id)
  }
  return errors
}

const idsOf = (list: readonly { id: number }[]) => list.map(({ id }) => id)
