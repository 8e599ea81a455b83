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

/** Not an attack: the portal's own page at an address missing in its configuration. */
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
 * Address of the portal: as configured, else from the request, and then only for answers to the same client. '' without
 * a host.
 */
export function originOf({ protocol, host }: FastifyRequest, { baseUrl }: { baseUrl: string | undefined }): string {
  const candidate = `${protocol}://${host}`
  if (baseUrl !== undefined) return baseUrl
  return URL.canParse(candidate) && candidate.length <= longestOrigin ? new URL(candidate).origin : ''
}

/** Host headers are used only without a configured address. */
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
