import sharp, { type Sharp } from 'sharp'
import { errors } from '#shared/errors.ts'
import { AppError } from '#server/platform/app-error.ts'
import { decodeHeic } from './heic/decode-heic.ts'

const defaultMaxSide = 1200
const maxPixels = 60_000_000
export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' | 'heif' | 'svg'
const allFormats: readonly PictureFormat[] = ['jpeg', 'png', 'webp', 'gif', 'tiff', 'heif']
const readOptions = { limitInputPixels: maxPixels, failOn: 'error' } as const

/** The file is not an image, damaged, or too large; the message is Russian, for the user. */
export class InvalidImageError extends Error {}

export type Image = { data: Buffer; width: number; height: number }

export type ImageOptions = {
  maxSide?: number
  allowedFormats?: readonly PictureFormat[]
  /** The uploading account: HEVC photos are decoded in turns of accounts. */
  accountId?: number
}

/**
 * Converts an uploaded image to WEBP of at most 1200 (or `maxSide`) pixels per side. The type is detected by content;
 * metadata is dropped. Throws InvalidImageError, or AppError if too many HEVC photos are waiting.
 */
export async function toWebp(
  bytes: Buffer,
  { maxSide = defaultMaxSide, allowedFormats = allFormats, accountId = 0 }: ImageOptions = {},
): Promise<Image> {
  const { format, compression, width, height } = await readMetadata(bytes)
  if (!allowedFormats.some((one) => one === format)) throw new InvalidImageError(errors.noPicture.message)
  try {
    const image =
      compression === 'hevc'
        ? await openHeic(bytes, accountId)
        : sharp(bytes, { ...readOptions, ...(format === 'svg' && { density: densityFor(maxSide, width, height) }) })
    const { data, info } = await image
      .rotate()
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true })
    return { data, width: info.width, height: info.height }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new InvalidImageError('Картинка повреждена или слишком велика')
  }
}

/** Dots per inch at which a drawing of this size, given at 72, has the wanted side. */
function densityFor(side: number, width = side, height = side): number {
  return Math.min(2400, Math.max(1, (72 * side) / Math.max(width, height)))
}

async function openHeic(bytes: Buffer, accountId: number): Promise<Sharp> {
  const { data, width, height } = await decodeHeic(bytes, { accountId, maxPixels })
  return sharp(data, { ...readOptions, raw: { width, height, channels: 4 } })
}

async function readMetadata(
  bytes: Buffer,
): Promise<{ format: string; compression?: string | undefined; width?: number; height?: number }> {
  try {
    return await sharp(bytes, readOptions).metadata()
  } catch {
    return { format: 'none' }
  }
}

/** The type of an intact JPEG or PNG, by content. */
export async function scanTypeOf(bytes: Buffer): Promise<'jpg' | 'png' | undefined> {
  const { format } = await readMetadata(bytes)
  if (format !== 'jpeg' && format !== 'png') return undefined
  const isIntact = await sharp(bytes, readOptions)
    .resize({ width: 16 })
    .raw()
    .toBuffer()
    .then(
      () => true,
      () => false,
    )
  if (!isIntact) return undefined
  return format === 'jpeg' ? 'jpg' : 'png'
}

export const servedFormats = ['avif', 'webp', 'jpeg'] as const
export type ServedFormat = (typeof servedFormats)[number]

/**
 * Resizes a stored picture to at most `width` pixels, never enlarging. JPEG has no transparency, so it gets a white
 * background.
 */
export async function resizeImage(
  bytes: Buffer,
  { width, format }: { width: number; format: ServedFormat },
): Promise<Buffer> {
  const image = sharp(bytes, readOptions).resize({ width, withoutEnlargement: true })
  switch (format) {
    case 'avif':
      return image.avif({ quality: 55, effort: 2 }).toBuffer()
    case 'webp':
      return image.webp({ quality: 80 }).toBuffer()
    case 'jpeg':
      return image.flatten({ background: '#ffffff' }).jpeg({ quality: 82 }).toBuffer()
  }
}
