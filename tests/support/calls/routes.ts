import type { TestApp } from '../app.ts'

export type Route = { method: string; path: string }

/** All mounted routes, parsed from the router's printed tree. */
export function listRoutes(app: TestApp['app']): Route[] {
  const routes: Route[] = []
  const prefixes: string[] = []
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, branch = '', part = '', methods = ''] = /^([│ ]*[├└]── )(\S*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
    if (branch === '') continue
    const depth = branch.length / 4 - 1
    prefixes.length = depth
    prefixes.push(part)
    const path = prefixes.join('')
    for (const method of methods.split(', ').filter(Boolean)) routes.push({ method, path })
  }
  return routes
}
