import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#shared/api/endpoint.ts'
import { mediaTypes } from '#shared/api/files.ts'
import * as api from '#shared/api/organisation/consignees.ts'
import { tooLargeMessage } from '#shared/rules/file-size.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { buyer } from '#server/platform/http/actor.ts'
import { createApi, type Api } from '#server/platform/http/api.ts'
import { privateAttachment, uncompressed } from '#server/platform/http/attachment.ts'
import { readForms, ReceivedFile } from '#server/platform/http/bodies/forms.ts'
import { limitUpload } from '#server/platform/http/bodies/read-upload.ts'
import { expectRight } from '#server/platform/http/check-call.ts'
import type { FileApi } from '#server/platform/http/file-api.ts'
import { refuseCrossSite } from '#server/platform/http/origin.ts'
import type { Sessions } from '#server/platform/http/session.ts'
import { countUpload } from '#server/customers/accounts/upload-limit.ts'
import { getConsignee, readConsignees, removeConsignee, saveConsignee } from './service.ts'
import { parseConsignee } from './shape-form.ts'
import { shapeConsignee } from './shape.ts'

type Deps = { db: Db; files: FileStore; sessions: Sessions; baseUrl: string | undefined }

const maxBodyBytes = 64 * 1024
const fileLimit = { max: api.maxAttorneyBytes, message: tooLargeMessage(api.maxAttorneyBytes) }

/** Consignees of the buyer [C.48 C.49 C.50]. */
export function consigneeRoutes({ on }: Api, { onFile }: FileApi, deps: Deps): void {
  on(api.listConsignees, async ({ actor }) => {
    const now = new Date()
    const items = (await readConsignees(deps, buyer(actor))).map((each) => shapeConsignee(each, now))
    return { items, count: items.length }
  })
  on(api.deleteConsignee, async ({ actor, input }) => {
    await removeConsignee(deps, buyer(actor), input)
    return {}
  })
  onFile(
    api.attorneyFile,
    async ({ actor, input, reply }) => {
      const { file } = await getConsignee(deps, buyer(actor), input)
      if (file === null || !(await deps.files.has(file.key))) throw new AppError('notFound')
      const mediaType = file.type === 'jpg' ? mediaTypes.jpeg : mediaTypes[file.type]
      return reply.headers(privateAttachment(file.name)).type(mediaType).send(deps.files.get(file.key))
    },
    uncompressed,
  )
}

/** The call that takes a form with a file, in a scope of its own. Returns the mounted calls. */
export async function consigneeUploadRoutes(app: FastifyInstance, deps: Deps): Promise<Endpoint[]> {
  let mounted: Endpoint[] = []
  await app.register(async (scope) => {
    await readForms(scope, { maxBodyBytes, file: fileLimit })
    scope.addHook('onRequest', async (request, reply) => {
      // Refuses callers without the right before reading the body.
      const actor = expectRight({ right: 'address.add' }, await deps.sessions.actorOf(request))
      refuseCrossSite(request, deps)
      limitUpload(request, reply, fileLimit)
      await countUpload(deps, actor)
    })
    const calls = createApi(scope, deps)
    calls.on(api.uploadConsignee, async ({ actor, input: { consignee, file } }) => ({
      consignee: shapeConsignee(
        await saveConsignee(deps, buyer(actor), { ...parseConsignee(consignee), file: receivedFile(file) }),
        new Date(),
      ),
    }))
    mounted = calls.endpoints()
  })
  return mounted
}

/** A form without a chosen file sends an empty one. */
function receivedFile(file: unknown): ReceivedFile | undefined {
  return file instanceof ReceivedFile && file.bytes.length > 0 ? file : undefined
}
