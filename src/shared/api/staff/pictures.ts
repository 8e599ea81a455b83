import * as z from 'zod/mini'
import { tooLargeMessage } from '../../rules/file-size.ts'
import { endpoint, fileEndpoint } from '../endpoint.ts'
import { nothing, success, wireId, wireText } from '../wire.ts'

export const maxPictureBytes = 20 * 1024 * 1024

/** Up to 2,000 uploads an hour. 422 with the reason where it is no picture, 413 where it is too large. */
export const uploadPicture = fileEndpoint({
  verb: 'POST',
  path: '/api/staff/pictures/',
  right: 'staff.catalogue',
  summary: 'Upload a picture; equal bytes are the same picture',
  input: nothing,
  takes: {
    mediaTypes: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
    maxBytes: maxPictureBytes,
    tooLarge: tooLargeMessage(maxPictureBytes, 'Картинка'),
  },
  /** Its address is /dbpics/{picture}.{picturetype}. */
  reply: z.object({ ...success, picture: z.number(), picturetype: z.string() }),
})

export type UploadedPicture = z.output<typeof uploadPicture.reply>

export const maxPictureNames = 500

export const maxGoodPictures = 50
export const tooManyPictures = `У товара не больше ${maxGoodPictures} картинок`

const named = z.object({
  name: z.string(),
  /** Number at the end of the name, which orders the pictures of one good; 0 = none. */
  number: z.number(),
  /** No good, one, or several among which staff choose. */
  goods: z.array(z.object({ id: z.number(), articul: z.string(), header: z.string(), pictures_count: z.number() })),
})
export type NamedPicture = z.output<typeof named>

export const matchPictureNames = endpoint({
  verb: 'POST',
  path: '/api/staff/pictures/match/',
  right: 'staff.catalogue',
  summary: "Goods of the catalogue by names of picture files: article, 1C's code or barcode, then maybe a number",
  input: z.object({
    names: z.array(wireText(300)).check(z.maxLength(maxPictureNames, `Не больше ${maxPictureNames} имён за раз`)),
  }),
  reply: z.object({ ...success, items: z.array(named) }),
})

export const addPictures = endpoint({
  verb: 'POST',
  path: '/api/staff/pictures/add/',
  right: 'staff.catalogue',
  summary: 'Add uploaded pictures to goods, after those they have or before them. Idempotent',
  input: z.object({
    first: z._default(z.boolean(), false),
    goods: z
      .array(
        z.object({
          id: wireId,
          pictures: z.array(wireId).check(z.minLength(1), z.maxLength(maxGoodPictures, tooManyPictures)),
        }),
      )
      .check(z.minLength(1), z.maxLength(100, 'Не больше 100 товаров за раз')),
  }),
  /** `count`: goods that changed. */
  reply: z.object({ ...success, count: z.number() }),
})
