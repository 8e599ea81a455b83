import multipart from '@fastify/multipart'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import type { ErrorCode } from '#shared/errors.ts'
import { AppError } from '#server/platform/app-error.ts'
import { sendError } from '../errors.ts'
import { readUpload } from './read-upload.ts'
import { decodeText, parseForm, refuseMalformedValue, refuseReplaced } from '../text.ts'

/** A file of a multipart form, as the value of its field. */
export class ReceivedFile {
  readonly name: string
  readonly bytes: Buffer
  constructor(name: string, bytes: Buffer) {
    this.name = name
    this.bytes = bytes
  }
}

type FormLimits = {
  /** Maximum size of a body, and of one field. */
  maxBodyBytes: number
  /** Maximum size of a file, with the message for larger ones. */
  file: { max: number; message: string }
  maxFiles?: number
  /** The refusal of a form with more files. */
  tooManyFiles?: ErrorCode
}

/** Accepts urlencoded and multipart forms beside JSON in this scope, as sent by the older layer. */
export async function readForms(
  scope: FastifyInstance,
  { maxBodyBytes, file, maxFiles = 1, tooManyFiles = 'tooLarge' }: FormLimits,
): Promise<void> {
  scope.addHook('onRoute', (route) => {
    route.bodyLimit = maxBodyBytes
  })
  readUrlencodedForms(scope)
  await scope.register(multipart, {
    attachFieldsToBody: 'keyValues',
    // readUpload enforces the file's own limit, so that the sender receives the reply.
    limits: {
      fieldNameSize: 100,
      fieldSize: maxBodyBytes,
      fields: 20,
      fileSize: Number.MAX_SAFE_INTEGER,
      files: maxFiles,
      headerPairs: 100,
      parts: 24 + maxFiles,
    },
    async onFile(part) {
      refuseBrokenName(part.filename)
      refuseBrokenName(part.fieldname)
      const bytes = await readUpload(part.file, file)
      Object.assign(part, { value: new ReceivedFile(nameOf(part.filename), bytes) })
    },
  })
  answerBrokenForms(scope, tooManyFiles)
}

/** Accepts urlencoded forms beside JSON in this scope. */
export function readUrlencodedForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => parseForm(decodeText(body)),
  )
}

function refuseBrokenName(name: string | undefined): void {
  refuseMalformedValue(name)
  refuseReplaced(name)
}

/** The base name, with slashes of any system. */
function nameOf(filename: string | undefined): string {
  return (filename ?? '').toWellFormed().split(/[/\\]/).at(-1)?.slice(0, 255) ?? ''
}

/** Errors of the form parser without a status mean an unreadable body, so they are the sender's fault. */
function answerBrokenForms(scope: FastifyInstance, tooManyFiles: ErrorCode): void {
  const read = new WeakSet<FastifyRequest>()
  scope.addHook('preHandler', (request, _reply, done) => {
    read.add(request)
    const texts = request.isMultipart() ? Object.entries(request.body as object).flat() : []
    for (const text of texts) if (typeof text === 'string') refuseReplaced(text)
    done()
  })
  scope.setErrorHandler((error: FastifyError, request, reply) => {
    if (error.code === 'FST_FILES_LIMIT')
      return sendError(new AppError(tooManyFiles, {}, { cause: error }), request, reply)
    const isBroken =
      !read.has(request) && request.isMultipart() && !(error instanceof AppError) && error.statusCode === undefined
    return sendError(isBroken ? new AppError('malformed', {}, { cause: error }) : error, request, reply)
  })
}
