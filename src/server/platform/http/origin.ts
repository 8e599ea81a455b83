import type { FastifyRequest } from 'fastify'
import { AppError } from '#server/platform/app-error.ts'

const maxOriginLength = 300

/**
 * Refuses state-changing requests from other sites. Browsers send Origin or Sec-Fetch-Site. A POST without either comes
 * from a program and is allowed: other sites cannot attach our SameSite cookie to it.
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
  return (
    `Портал открыт по адресу, которого он не знает. Откройте ${baseUrl} или задайте в BASE_URL адрес, ` +
    'по которому портал открывают'
  )
}

/** A state-changing GET of the older layer: without browser headers it must send X-Requested-With. */
export function refuseUnprovenGet(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site']
  const proven = site === 'same-origin' || (site === undefined && request.headers.origin !== undefined)
  if (!proven && request.headers['x-requested-with'] === undefined) throw new AppError('crossSite')
}

/**
 * Origin of the portal: as configured, otherwise from the request, then only for replies to the same client. '' without
 * a host.
 */
export function originOf({ protocol, host }: FastifyRequest, { baseUrl }: { baseUrl: string | undefined }): string {
  const candidate = `${protocol}://${host}`
  if (baseUrl !== undefined) return baseUrl
  return URL.canParse(candidate) && candidate.length <= maxOriginLength ? new URL(candidate).origin : ''
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
