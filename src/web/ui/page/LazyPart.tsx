import { useEffect, useState, type ComponentType } from 'react'

type Loaded = { Component?: ComponentType; failure?: unknown }

/**
 * A lazily loaded component; throws loading errors. Not `React.lazy`, which delays the first render of suspended
 * content by 300 ms. `load` must be a stable function.
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
