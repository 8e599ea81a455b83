import { useSyncExternalStore } from 'react'

const changed = 'keptchange'

/** A small setting stored in this browser: a panel's state, visible columns. */
export function useLocalStorage(key: string, defaultValue: string): [string, (value: string) => void] {
  const value = useSyncExternalStore(subscribe, () => localStorage.getItem(key) ?? defaultValue)
  return [value, (next) => store(key, next)]
}

function store(key: string, value: string): void {
  localStorage.setItem(key, value)
  window.dispatchEvent(new Event(changed))
}

function subscribe(listener: () => void): () => void {
  window.addEventListener(changed, listener)
  return () => window.removeEventListener(changed, listener)
}
