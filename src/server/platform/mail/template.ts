import type { Letter } from './queries.ts'

export type RenderedLetter = { subject: string; text: string; html: string }

/**
 * The one look of all letters. `origin`: the portal's address without a slash; without one the path alone is named, to
 * be opened by hand.
 */
export function renderLetter(
  { subject, text, link }: Omit<Letter, 'eventKey'>,
  { origin, shop }: { origin: string; shop: string },
): RenderedLetter {
  const address = link === '' || origin === '' ? '' : origin + link
  const byHand = link !== '' && origin === '' ? `Страница на портале: ${link}` : ''
  const content = [text, byHand].filter(Boolean).join('\n')
  const plain = ['Здравствуйте!', subject, content, address && `Открыть на портале: ${address}`, signature(shop)]
  return {
    subject,
    text: `${plain.filter(Boolean).join('\n\n')}\n`,
    html: htmlOf({ subject, text: content, address, shop }),
  }
}

function signature(shop: string): string {
  return `Это письмо отправлено порталом «${shop}» автоматически, отвечать на него не нужно.`
}

function htmlOf({
  subject,
  text,
  address,
  shop,
}: {
  subject: string
  text: string
  address: string
  shop: string
}): string {
  const paragraphs = text
    .split('\n')
    .filter(Boolean)
    .map((line) => `<p style="margin:0 0 10px">${escape(line)}</p>`)
    .join('')
  const button = `<p style="margin:18px 0"><a href="${escape(address)}" style="background:#0b6b6f;color:#ffffff;text-decoration:none;padding:10px 18px;border-radius:6px;display:inline-block">Открыть на портале</a></p>`
  return `<!doctype html><html lang="ru"><head><meta charset="utf-8"><title>${escape(subject)}</title></head><body style="margin:0;background:#f4f5f7;color:#111827;font:15px/1.5 Arial,sans-serif"><div style="max-width:560px;margin:0 auto;padding:24px 16px"><div style="background:#ffffff;border:1px solid #dfe3e8;border-radius:8px;padding:24px"><h1 style="font-size:18px;line-height:1.3;margin:0 0 14px">${escape(subject)}</h1>${paragraphs}${address === '' ? '' : button}</div><p style="color:#667085;font-size:12px;margin:14px 0 0">${escape(signature(shop))}</p></div></body></html>`
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)
}
