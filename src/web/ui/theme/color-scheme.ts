import { useSyncExternalStore } from 'react'

export type Scheme = 'light' | 'dark'
export type SchemeChoice = Scheme | 'auto'

const key = 'theme'
const changed = 'themechange'
const prefersDark = () => matchMedia('(prefers-color-scheme: dark)')

/** The user's choice, stored in this browser; 'auto' follows the system. */
export function useColorScheme(): { choice: SchemeChoice; scheme: Scheme; choose: (choice: SchemeChoice) => void } {
  const choice = useSyncExternalStore(subscribe, readChoice)
  const scheme = useSyncExternalStore(subscribe, readScheme)
  return { choice, scheme, choose }
}

/** Sets the scheme on the document; called before the first render and at each change. */
export function applyColorScheme(): void {
  document.documentElement.dataset.theme = readScheme()
}

function readChoice(): SchemeChoice {
  const stored = localStorage.getItem(key)
  return stored === 'light' || stored === 'dark' ? stored : 'auto'
}

function readScheme(): Scheme {
  const choice = readChoice()
  if (choice !== 'auto') return choice
  return prefersDark().matches ? 'dark' : 'light'
}

function choose(choice: SchemeChoice): void {
  localStorage.setItem(key, choice)
  window.dispatchEvent(new Event(changed))
}

function subscribe(listener: () => void): () => void {
  const system = prefersDark()
  const onChange = () => {
    applyColorScheme()
    listener()
  }
  window.addEventListener(changed, onChange)
  window.addEventListener('storage', onChange)
  system.addEventListener('change', onChange)
  return () => {
    window.removeEventListener(changed, onChange)
    window.removeEventListener('storage', onChange)
    system.removeEventListener('change', onChange)
  }
}
