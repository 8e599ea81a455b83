import { endpointAddress } from '#shared/api/address.ts'
import { priceFeed, priceListFile } from '#shared/api/files.ts'
import type { PriceLink, PriceListFile, PriceRequest, RequestFile } from '#shared/api/price-lists.ts'
import { formatDay } from '#shared/rules/dates.ts'
import type { FileRow } from './queries-files.ts'
import type { LinkRow } from './feeds/queries-links.ts'
import type { OwnRequestRow, RequestRow, RequestState, StaffRequestRow } from './requests/queries-requests.ts'

/** Path of a price list file, also before it is ready. */
export const filePath = (token: string) => endpointAddress(priceListFile, { token })

export function shapeFile(file: FileRow): PriceListFile {
  return {
    id: file.id,
    name: file.name,
    link: filePath(file.token),
    contract: file.contractId,
    categories: file.categoryIds,
    available: file.availableOnly,
    state: file.state,
    done: file.doneRows,
    total: file.totalRows,
    size: file.sizeBytes,
    created_at: file.createdAt,
  }
}

export function shapeLink(link: LinkRow, origin: string): PriceLink {
  return {
    id: link.id,
    header: link.name,
    contract: link.contractId,
    url: origin + endpointAddress(priceFeed, { file: `${link.token}.xml` }),
    created_at: link.createdAt,
    last_used_at: link.lastUsedAt,
    author: link.author,
    works: link.isUsable,
  }
}

const stateNames: Record<RequestState, string> = { new: 'Новый', done: 'Выполнен', refused: 'Отклонён' }

export function shapeOwnRequest(row: OwnRequestRow): PriceRequest {
  return {
    ...shapeRequest(row),
    files: row.files.map(({ token, name, sizeBytes }) => ({ name, link: filePath(token), size: sizeBytes })),
  }
}

export function shapeStaffRequest(row: StaffRequestRow) {
  const { organisation, contragent, person, phone, login, author } = row
  const files: RequestFile[] = row.files.map((file) => ({ ...shapeFile(file), attached: file.attached }))
  return { ...shapeRequest(row), organisation, contragent, person, phone, login, author, files }
}

function shapeRequest(row: RequestRow) {
  return {
    id: row.id,
    created_at: row.createdAt,
    contract: { id: row.contractId, header: `№ ${row.contractNumber} от ${formatDay(row.signedOn)}` },
    categories: row.categories,
    available: row.availableOnly,
    comment: row.comment,
    state: row.state,
    status: stateNames[row.state],
    answer: row.answer,
  }
}
