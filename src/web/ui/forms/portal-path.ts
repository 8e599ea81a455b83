/** Normalises a link inside the portal: an absolute URL of this portal becomes its path. */
export function portalPath(link: string): string {
  const trimmed = link.trim()
  return trimmed.startsWith(`${location.origin}/`) ? trimmed.slice(location.origin.length) : trimmed
}
