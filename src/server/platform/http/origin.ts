import type { FastifyRequest } from 'fastify'
import { AppError } from '#server/platform/app-error.ts'

const longestOrigin = 300

/**
 * Refuses a state-changing request that another site caused. A browser tells by Origin or Sec-Fetch-Site;
 * a program sends neither, and a POST of one is let through: no foreign page can make it carry our SameSite cookie.
 */
export function refuseCrossSite(request: FastifyRequest, { baseUrl }: { baseUrl: string | undefined }): void {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new AppError('crossSite')
  const origin = request.headers.origin
  if (origin === undefined || isOwnOrigin(request, origin, baseUrl)) return
  throw new AppError(
    'crossSite',
    baseUrl !== undefined && isHostOf(request, origin) ? { message: unknownAddress(baseUrl) } : {},
  )
}

/** Nobody's attack: the portal's own page, opened at an address that its configuration does not name. */
function unknownAddress(baseUrl: string): string {
  return `Портал открыт по адресу, которого он не знает. Откройте ${baseUrl} или задайте в BASE_URL адрес, по которому портал открывают`
}

/** A GET of the older layer that changes state: without a browser's word it must name itself by X-Requested-With. */
export function refuseUnprovenGet(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site']
  const proven = site === 'same-origin' || (site === undefined && request.headers.origin !== undefined)
  if (!proven && request.headers['x-requested-with'] === undefined) throw new AppError('crossSite')
}

/**
 * Where the portal is reached: as configured, or else as the caller reaches it, which only they themselves are to be
 * told. '' where they name no host.
 */
export function originOf({ protocol, host }: FastifyRequest, { baseUrl }: { baseUrl: string | undefined }): string {
  const candidate = `${protocol}://${host}`
  if (baseUrl !== undefined) return baseUrl
  return URL.canParse(candidate) && candidate.length <= longestOrigin ? new URL(candidate).origin : ''
}

/** The headers that name a host are asked only where nobody has configured the address. */
function isOwnOrigin(request: FastifyRequest, origin: string, baseUrl: string | undefined): boolean {
  return baseUrl === undefined ? isHostOf(request, origin) : origin === baseUrl
}

function isHostOf(request: FastifyRequest, origin: string): boolean {
  try {
    return new URL(origin).host === request.host
  } catch {
    return false
  }
}
