import type { InputOf } from '#shared/api/endpoint.ts'
import type {
  FlagChoice,
  GoodDocument,
  GoodPicture,
  LinkedGood,
  saveGood,
  StaffGood,
  StaffGoodRow,
} from '#shared/api/staff/goods.ts'
import type { GoodsFlag } from '#shared/rules/goods/goods-flags.ts'
import { descriptionInputOf, type DescriptionDraft } from '#web/parts/descriptions/description-draft.ts'

export type OwnDocument = Pick<GoodDocument, 'file' | 'header' | 'extension' | 'size'> & { link: string | undefined }

/** Form values of a product's page. */
export type GoodDraft = {
  flags: Record<GoodsFlag, FlagChoice>
  description: DescriptionDraft
  tags: readonly number[]
  pictures: readonly GoodPicture[]
  analogues: readonly LinkedGood[]
  related: readonly LinkedGood[]
  documents: readonly OwnDocument[]
}

type GoodInput = Omit<InputOf<typeof saveGood>, 'method'>

export function draftOf({ flags, description, tags, pictures, analogues, related, documents }: StaffGood): GoodDraft {
  return {
    flags: { hit: flags.hit.choice, novelty: flags.novelty.choice, sale: flags.sale.choice },
    description: { shown: description.shown, text: description.text },
    tags,
    pictures,
    analogues,
    related,
    documents: documents
      .filter(({ source }) => source === 'staff')
      .map(({ file, header, extension, size, link }) => ({ file, header, extension, size, link })),
  }
}

export function goodInputOf(
  { id, version }: Pick<StaffGood, 'id' | 'version'>,
  { flags, description, tags, pictures, analogues, related, documents }: GoodDraft,
): GoodInput {
  const linkInputOf = ({ id: goodId, hidden, source }: LinkedGood) => ({ id: goodId, hidden, source })
  return {
    id,
    version,
    flags,
    description: descriptionInputOf(description),
    tags: [...tags],
    pictures: pictures.map(({ picture, hidden, source }) => ({ id: picture, hidden, source })),
    analogues: analogues.map(linkInputOf),
    related: related.map(linkInputOf),
    documents: documents.map(({ file, header }) => ({ file, header: header.trim() })),
  }
}

export function isChanged(good: StaffGood, draft: GoodDraft): boolean {
  return JSON.stringify(goodInputOf(good, draft)) !== JSON.stringify(goodInputOf(good, draftOf(good)))
}

/** A linked product, created from its row of the list. */
export function linkedGoodOf({ id, articul, header, active, picture, picturetype }: StaffGoodRow): LinkedGood {
  return { id, articul, header, active, picture, picturetype, source: 'staff', hidden: false }
}

/** The list with one entry moved by one position; hidden ones stay last. */
export function withMoved<Entry>(list: readonly Entry[], from: number, to: number): Entry[] {
  const entry = list[from]
  if (entry === undefined || to < 0 || to >= list.length) return [...list]
  return list.toSpliced(from, 1).toSpliced(to, 0, entry)
}

/** The list with an entry hidden (moved to the end) or shown again (last of the visible ones). */
export function withHidden<Entry extends { hidden: boolean }>(
  list: readonly Entry[],
  entry: Entry,
  hidden: boolean,
): Entry[] {
  const others = list.filter((each) => each !== entry)
  const shown = others.filter((each) => !each.hidden)
  return [...shown, { ...entry, hidden }, ...others.filter((each) => each.hidden)]
}
