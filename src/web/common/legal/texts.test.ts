import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { LegalFacts } from '#shared/api/account/personal-data.ts'
import { fillText } from './fill-text.ts'
import { legalTexts, type LegalName } from './texts.ts'

/** Digests of texts by version. A changed text gets a new version with its own line; old lines stay. */
const digests: Record<LegalName, Record<string, string>> = {
  policy: { '2026-11-24': '210de6044bcca804', '2026-11-27': 'd266d6f5563e8c60' },
  consent: { '2026-11-24': 'e5409a30057c9045' },
  offer: { '2026-11-24': 'f412a208ec45361a' },
}

const facts: LegalFacts = {
  operator: {
    company: 'ООО «Опт»',
    full_name: 'Общество с ограниченной ответственностью «Опт»',
    inn: '7707083893',
    ogrn: '1027700132195',
    address: '127018, г. Москва, ул. Складочная, д. 1',
    email: 'opt@opt.example',
    phone: '+7 (495) 120-44-10',
  },
  keeps: { rejected_requests: 91, open_requests: 180, callbacks: 90, mails: 31, notices: 92, audit: 1095 },
}
const nobody: LegalFacts = {
  operator: { company: '', full_name: '', inn: '', ogrn: '', address: '', email: '', phone: '' },
  keeps: { rejected_requests: 1, open_requests: 1, callbacks: 1, mails: 1, notices: 1, audit: 2 },
}

test.each(['policy', 'consent', 'offer'] as const)(
  'the text of %s is that of its version: people have agreed to it word by word',
  (name) => {
    const { version, ...text } = legalTexts[name]
    const digest = createHash('sha256').update(JSON.stringify(text)).digest('hex').slice(0, 16)
    expect(digests[name][version]).toBe(digest)
  },
)

test.each([facts, nobody])('every placeholder is filled, however little is known of the operator', (known) => {
  for (const text of Object.values(legalTexts)) {
    const filled = [text.intro, ...text.sections.flatMap(({ paragraphs }) => paragraphs.flat())]
      .map((each) => fillText(each, known))
      .join('\n')
    expect(filled).not.toMatch(/[{}]|undefined|, ,/)
  }
})

test('names and retention periods are inserted into the text', () => {
  expect(fillText(legalTexts.policy.intro, facts)).toContain(
    'Общество с ограниченной ответственностью «Опт», ИНН 7707083893, ОГРН 1027700132195, 127018, г. Москва',
  )
  expect(fillText('{rejectedDays}, {auditDays}, {contacts}', facts).replaceAll('\u00A0', ' ')).toBe(
    '91 день, 1 095 дней, opt@opt.example',
  )
})
