import type { FastifyInstance, FastifyRequest } from 'fastify'
import { largestPriceFileBytes, type AttachedFile } from '#shared/api/price-lists.ts'
import { AppError } from '#server/app-error.ts'
import type { Db } from '#server/db/client.ts'
import { countUpload } from '#server/features/pictures/upload-limit.ts'
import type { FileStore } from '#server/files/store.ts'
import { staff } from '#server/http/actor.ts'
import type { Sessions } from '#server/http/session.ts'
import { takeUpload } from '#server/http/uploads.ts'
import { attachFile, expectRequest } from './request-files.ts'

type Deps = { db: Db; files: FileStore; sessions: Sessions; baseUrl: string | undefined }

/** Takes staff's own files for requests. */
export async function attachRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  await takeUpload(app, deps, {
    path: '/api/staff/priceRequest/:id/files',
    right: 'staff.customers',
    mostBytes: largestPriceFileBytes,
    tooLarge: 'Файл больше 20 МБ',
    admit: async (actor, request) => {
      await expectRequest(deps, staff(actor), { requestId: idOf(request) })
      nameOf(request)
      await countUpload(deps, actor)
    },
    keep: async (bytes, { actor, request }): Promise<AttachedFile> => ({
      status: 'success',
      file: await attachFile(deps, staff(actor), { requestId: idOf(request), name: nameOf(request), bytes }),
    }),
  })
}

function idOf({ params }: FastifyRequest): number {
  const { id } = params as { id: string }
  if (!/^[1-9]\d{0,8}$/.test(id)) throw new AppError('notFound')
  return Number(id)
}

function nameOf({ query }: FastifyRequest): string {
  const { name } = query as { name?: string | string[] }
  if (typeof name !== 'string') throw new AppError('invalid', { fields: { name: 'Нет имени файла' } })
  return name
}
