import { randomBytes } from 'node:crypto'
import type { Config } from '#server/platform/startup/config.ts'

export type DemoSignIn = { login: string; password: string; who: string }

export const knownSignIns = {
  owner: { login: 'owner@demo.example', password: 'demo-owner-2026', who: 'владелец покупателя' },
  manager: { login: 'manager@demo.example', password: 'demo-manager-2026', who: 'менеджер покупателя' },
  accountant: { login: 'accountant@demo.example', password: 'demo-accountant-2026', who: 'бухгалтер покупателя' },
  receiver: { login: 'receiver@demo.example', password: 'demo-receiver-2026', who: 'приёмщик покупателя' },
  secondOwner: { login: 'owner2@demo.example', password: 'demo-owner2-2026', who: 'владелец второго покупателя' },
  admin: { login: 'admin@demo.example', password: 'demo-admin-2026', who: 'администратор поставщика' },
  sales: { login: 'sales@demo.example', password: 'demo-sales-2026', who: 'менеджер продаж поставщика' },
  content: { login: 'content@demo.example', password: 'demo-content-2026', who: 'контент-менеджер поставщика' },
  exchange: { login: '1c@demo.example', password: 'demo-1c-2026', who: 'обмен с 1С' },
} as const

export type DemoSignIns = Record<keyof typeof knownSignIns, DemoSignIn>

/** Configuration that decides who can reach the portal. */
export type NetworkExposure = Pick<Config, 'host' | 'demoPublic' | 'baseUrl' | 'trustProxy'>

/** The known sign-ins of the README; if the portal is exposed, the same logins with random passwords. */
export function demoSignIns(exposure: NetworkExposure): DemoSignIns {
  if (!isExposed(exposure)) return knownSignIns
  const hidden = Object.entries(knownSignIns).map(([name, signIn]) => [
    name,
    { ...signIn, password: randomBytes(12).toString('base64url') },
  ])
  return Object.fromEntries(hidden) as DemoSignIns
}

/** Whether the portal is reachable from other machines: it listens to them, or is behind a proxy that does. */
export function isExposed({ host, demoPublic, baseUrl, trustProxy }: NetworkExposure): boolean {
  if (demoPublic) return false
  return !isLoopback(host) || baseUrl !== undefined || trustProxy !== false
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}
