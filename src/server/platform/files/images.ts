import sharp, { type Sharp } from 'sharp'
import { errors } from '#shared/errors.ts'
import { AppError } from '#server/platform/app-error.ts'
import { decodeHeic } from './heic/decode-heic.ts'

const shownSide = 1200
const maxPixels = 60_000_000
export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' | 'heif'
const formats: readonly PictureFormat[] = ['jpeg', 'png', 'webp', 'gif', 'tiff', 'heif']
const reading = { limitInputPixels: maxPixels, failOn: 'error' } as const

/** The file is not a picture, damaged, or too large; the message is Russian, for the user. */
export class NoPicture extends Error {}

export type Image = { data: Buffer; width: number; height: number }

type Wanted = {
  longestSide?: number
  among?: readonly PictureFormat[]
  /** Who sends it: photos of an iPhone are decoded in turns of accounts. */
  accountId?: number
}

/**
 * Converts an uploaded picture to WEBP of at most 1200 pixels a side, or of `longestSide`. Its type is detected from
 * the content, and only pixels are kept. Throws NoPicture, or AppError where too many photos of iPhones wait.
 */
export async function toWebp(
  bytes: Buffer,
  { longestSide = shownSide, among = formats, accountId = 0 }: Wanted = {},
): Promise<Image> {
  const { format, compression } = await describe(bytes)
  if (!among.some((one) => one === format)) throw new NoPicture(errors.noPicture.message)
  try {
    const image = compression === 'hevc' ? await openHeic(bytes, accountId) : sharp(bytes, reading)
    const { data, info } = await image
      .rotate()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true })
    return { data, width: info.width, height: info.height }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new NoPicture('Картинка повреждена или слишком велика')
  }
}

async function openHeic(bytes: Buffer, accountId: number): Promise<Sharp> {
  const { data, width, height } = await decodeHeic(bytes, { accountId, maxPixels })
  return sharp(data, { ...reading, raw: { width, height, channels: 4 } })
}

async function describe(bytes: Buffer): Promise<{ format: string; compression?: string | undefined }> {
  try {
    return await sharp(bytes, reading).metadata()
  } catch {
    return { format: 'none' }
  }
}

/** The type of an intact JPEG or PNG, by content. */
export async function scanTypeOf(bytes: Buffer): Promise<'jpg' | 'png' | undefined> {
  const { format } = await describe(bytes)
  if (format !== 'jpeg' && format !== 'png') return undefined
  const checked = await sharp(bytes, reading)
    .resize({ width: 16 })
    .raw()
    .toBuffer()
    .then(
      () => true,
      () => false,
    )
  if (!checked) return undefined
  return format === 'jpeg' ? 'jpg' : 'png'
}

export const servedFormats = ['avif', 'webp', 'jpeg'] as const
export type ServedFormat = (typeof servedFormats)[number]

/**
 * Resizes a stored picture to at most `width` pixels, never enlarging. JPEG has no transparency, so it gets a white
 * background.
 */
export async function resized(
  bytes: Buffer,
  { width, format }: { width: number; format: ServedFormat },
): Promise<Buffer> {
  const image = sharp(bytes, reading).resize({ width, withoutEnlargement: true })
  switch (format) {
    case 'avif':
      return image.avif({ quality: 55, effort: 2 }).toBuffer()
    case 'webp':
      return image.webp({ quality: 80 }).toBuffer()
    case 'jpeg':
      return image.flatten({ background: '#ffffff' }).jpeg({ quality: 82 }).toBuffer()
  }
}
