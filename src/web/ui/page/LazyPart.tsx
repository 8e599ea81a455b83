import { useEffect, useState, type ComponentType } from 'react'

type Loaded = { Component?: ComponentType; failure?: unknown }

/**
 * A part of the web, rendered once its code has loaded; throws a loading error. Not `lazy`: on a first load React holds
 * back for 300 ms what it has suspended. `load` stays the same function.
 */
export function LazyPart({ load }: { load: () => Promise<ComponentType> }) {
  const [{ Component, failure }, setLoaded] = useState<Loaded>({})
  useEffect(() => {
    load().then(
      (Component) => setLoaded({ Component }),
      (failure: unknown) => setLoaded({ failure }),
    )
  }, [load])
  if (failure !== undefined) throw failure
  return Component ? <Component /> : null
}
