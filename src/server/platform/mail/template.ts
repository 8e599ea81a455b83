import { accentShades, defaultAccent } from '#shared/rules/look/accent.ts'
import { andMore } from '#shared/rules/list-text.ts'
import { plural } from '#shared/rules/plural.ts'
import type { DueMail } from './queries.ts'

export type RenderedLetter = { subject: string; text: string; html: string }

type Rendered = Pick<DueMail, 'subject' | 'text' | 'link'> &
  Partial<Pick<DueMail, 'gathered' | 'gatheredCount' | 'byChoice'>>

const newsForms = ['новость', 'новости', 'новостей'] as const

export const digestSubject = (count: number): string => `На портале ${count} ${plural(count, newsForms)}`

export type Contacts = { phone: string; hours: string; email: string }
/** How letters name the wholesaler; `accent`: colour of its buttons and links. */
export type LetterHead = { shop: string; contacts?: Contacts; accent?: string }

const noContacts: Contacts = { phone: '', hours: '', email: '' }

/** Layout of all letters. `origin`: the portal's address without trailing slash; without it only the path is given. */
export function renderLetter(
  mail: Rendered,
  { origin, shop, contacts = noContacts, accent = defaultAccent }: LetterHead & { origin: string },
): RenderedLetter {
  const { text, link, gathered = [], gatheredCount = 0, byChoice = false } = mail
  // Parts of a digest may have been deleted since it was composed.
  const subject = gatheredCount > 0 ? digestSubject(gatheredCount) : mail.subject
  const address = link === '' || origin === '' ? '' : origin + link
  const byHand = link !== '' && origin === '' ? `Страница на портале: ${link}` : ''
  const left = gatheredCount - gathered.length
  const content = [text, left > 0 && `${andMore(left)} – в уведомлениях на портале`, byHand].filter(Boolean).join('\n')
  const items = gathered.map(({ link: path, ...item }) => ({
    ...item,
    address: path === '' || origin === '' ? '' : origin + path,
  }))
  const foot = [
    signature(shop, contacts),
    contactsText(contacts),
    byChoice && origin !== '' && `${choosing}: ${origin}${settingsPath}`,
  ].filter(Boolean)
  const plain = [
    'Здравствуйте!',
    subject,
    ...items.map((item) => [item.subject, item.text, item.address].filter(Boolean).join('\n')),
    content,
    address && `Открыть на портале: ${address}`,
    ...foot,
  ]
  return {
    subject,
    text: `${plain.filter(Boolean).join('\n\n')}\n`,
    html: htmlOf({ subject, items, text: content, address, foot: foot.join(' '), shop, accent }),
  }
}

const choosing = 'Какие письма получать и как часто, выберите в профиле'
const settingsPath = '/account#notifications'

function signature(shop: string, { email }: Contacts): string {
  const sent = `Это письмо отправлено порталом «${shop}» автоматически`
  return email === '' ? `${sent}, отвечать на него не нужно.` : `${sent}. Ответ придёт на ${email}.`
}

function contactsText({ phone, hours }: Contacts): string {
  if (phone === '') return hours === '' ? '' : `Часы работы: ${hours}.`
  return `Телефон ${phone}${hours === '' ? '' : `, ${hours}`}.`
}

type Item = { subject: string; text: string; address: string }
type Parts = {
  subject: string
  items: readonly Item[]
  text: string
  address: string
  foot: string
  shop: string
  accent: string
}

function htmlOf({ subject, items, text, address, foot, shop, accent }: Parts): string {
  const colour = accentShades(accent).light.accent
  const button =
    `<p style="margin:18px 0"><a href="${escape(address)}" ` +
    `style="background:${colour};color:#ffffff;text-decoration:none;padding:10px ` +
    '18px;border-radius:6px;display:inline-block">Открыть на портале</a></p>'
  const body = items.map((item) => itemOf(item, colour)).join('') + paragraphsOf(text)
  return (
    `<!doctype html><html lang="ru"><head><meta charset="utf-8"><title>${escape(subject)}</title></head>` +
    '<body style="margin:0;background:#f4f5f7;color:#111827;font:15px/1.5 Arial,sans-serif">' +
    '<div style="max-width:560px;margin:0 auto;padding:24px 16px">' +
    `<p style="font-weight:700;margin:0 0 12px;color:${colour}">${escape(shop)}</p>` +
    '<div style="background:#ffffff;border:1px solid #dfe3e8;border-radius:8px;padding:24px">' +
    '<h1 style="font-size:18px;line-height:1.3;margin:0 0 ' +
    `14px">${escape(subject)}</h1>${body}${address === '' ? '' : button}</div>` +
    `<p style="color:#667085;font-size:12px;margin:14px 0 0">${escape(foot)}</p></div></body></html>`
  )
}

function itemOf({ subject, text, address }: Item, colour: string): string {
  const title = escape(subject)
  const head = address === '' ? title : `<a href="${escape(address)}" style="color:${colour}">${title}</a>`
  return (
    '<div style="border-top:1px solid #dfe3e8;padding:12px 0 4px">' +
    `<h2 style="font-size:15px;line-height:1.4;margin:0 0 4px">${head}</h2>${paragraphsOf(text)}</div>`
  )
}

function paragraphsOf(text: string): string {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => `<p style="margin:0 0 10px">${escape(line)}</p>`)
    .join('')
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)
}
