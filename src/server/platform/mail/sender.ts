import type { Config } from '#server/platform/startup/config.ts'

type Sender = Pick<Config, 'mailFrom' | 'baseUrl'>

/** The address of MAIL_FROM, under the name of the settings, else its own, else that of the shop. */
export function senderOf(config: Sender, { fromName, shop }: { fromName: string; shop: string }) {
  const { mailFrom = `noreply@${hostOf(config)}` } = config
  const address = (/<([^<>]*)>/.exec(mailFrom)?.[1] ?? mailFrom).trim()
  return { name: fromName || nameInMailFrom(config) || shop, address }
}

/** '' if MAIL_FROM names nobody. */
export function nameInMailFrom({ mailFrom = '' }: Pick<Config, 'mailFrom'>): string {
  const name = /^([^<>]*)<[^<>]*>$/.exec(mailFrom.trim())?.[1] ?? ''
  return name.trim().replace(/^"(.*)"$/, '$1')
}

export function hostOf({ baseUrl }: Sender): string {
  const host = baseUrl === undefined ? '' : new URL(baseUrl).hostname
  return host.includes('.') ? host : 'portal.local'
}
