/** The specification's cookie `complaints`: product id → quantity [V.16]. */

const cookieName = 'complaints'
const maxAgeSeconds = 30 * 86_400

export type Complaints = Readonly<Record<string, number>>

export function readComplaints(cookies = document.cookie): Complaints {
  const found = cookies.split('; ').find((pair) => pair.startsWith(`${cookieName}=`))
  try {
    const parsed: unknown = JSON.parse(decodeURIComponent(found?.slice(cookieName.length + 1) ?? '{}'))
    const pairs = Object.entries(parsed ?? {}).filter(
      ([id, count]: [string, unknown]) => /^\d+$/.test(id) && Number.isInteger(count) && Number(count) > 0,
    )
    return Object.fromEntries(pairs)
  } catch {
    return {}
  }
}

export function writeComplaints(complaints: Complaints): void {
  const text = encodeURIComponent(JSON.stringify(complaints))
  document.cookie = `${cookieName}=${text}; path=/; max-age=${maxAgeSeconds}; samesite=lax`
}

/** Adding the same good again adds 1. */
export function addComplaint(complaints: Complaints, id: number): Complaints {
  return { ...complaints, [id]: (complaints[String(id)] ?? 0) + 1 }
}
