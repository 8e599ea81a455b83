/** A link inside the portal as it is kept: a whole address of this portal is its path. */
export function portalPath(link: string): string {
  const trimmed = link.trim()
  return trimmed.startsWith(`${location.origin}/`) ? trimmed.slice(location.origin.length) : trimmed
}
