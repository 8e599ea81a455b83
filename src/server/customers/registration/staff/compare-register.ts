import type { RegisterComparison } from '#shared/api/staff/registrations.ts'
import type { PartySuggestion } from '#shared/api/organisation/suggestions.ts'
import { registerStateText } from '#shared/rules/parties/register-state.ts'
import { isAccount } from '#shared/rules/parties/requisites.ts'

export type RegisterParty = PartySuggestion['data']

export type GivenParty = Record<
  'company' | 'inn' | 'kpp' | 'ogrn' | 'legalAddress' | 'headName' | 'bik' | 'account',
  string
>

/** Compares the applicant's data with the register; without the register only the bank account is checked. */
export function compareWithRegister(given: GivenParty, party: RegisterParty | undefined): RegisterComparison[] {
  const { bik, account } = given
  const bank: RegisterComparison = {
    field: 'bank',
    same: account === '' ? null : isAccount(account, bik),
    given: account === '' ? '' : `${account}, ${bik}`,
    register: '',
    aside: '',
    more: [],
  }
  return party ? [...compareParty(given, party), bank] : [bank]
}

function compareParty(given: GivenParty, party: RegisterParty): RegisterComparison[] {
  const numbers = (inn: string, kpp: string) => [inn, kpp].filter(Boolean).join(', ')
  const address = compareAddresses(given.legalAddress, party.address)
  return [
    row('company', { given: given.company, register: party.name, same: isSameName(given.company, party.name) }),
    row('inn', {
      given: numbers(given.inn, given.kpp),
      register: numbers(party.inn, party.kpp),
      same: given.inn === party.inn && given.kpp === party.kpp,
    }),
    row('ogrn', {
      given: given.ogrn,
      register: party.ogrn,
      same: given.ogrn === party.ogrn,
      aside: party.registered && `с ${party.registered}`,
    }),
    row('legal_address', { given: given.legalAddress, register: party.address, ...address }),
    row('head_name', {
      given: given.headName,
      register: party.management_name,
      same: isSamePerson(given.headName, party.management_name),
      aside: party.management_post.toLowerCase(),
    }),
    row('state', {
      given: '',
      register: registerStateText[party.state],
      same: party.state === 'active',
    }),
  ]
}

/** Fields missing in the register are not compared. */
function row(
  field: RegisterComparison['field'],
  {
    aside = '',
    more = [],
    ...sides
  }: { given: string; register: string; same: boolean; aside?: string; more?: string[] },
): RegisterComparison {
  return { field, ...sides, same: sides.register === '' ? null : sides.same, aside, more }
}

const shortForms: [RegExp, string][] = [
  [/общество с ограниченной ответственностью/g, 'ооо'],
  [/публичное акционерное общество/g, 'пао'],
  [/акционерное общество/g, 'ао'],
  [/индивидуальный предприниматель/g, 'ип'],
]

/** Ignores quotes, case and the spelling of the legal form. */
export function isSameName(one: string, other: string): boolean {
  const plain = (name: string) =>
    shortForms
      .reduce((text, [long, short]) => text.replace(long, short), normalized(name))
      .split(/[^a-zа-я0-9]+/)
      .filter(Boolean)
      .toSorted()
      .join(' ')
  return plain(one) === plain(other)
}

/** Initials match names. */
export function isSamePerson(one: string, other: string): boolean {
  const [names, others] = [wordsOf(one), wordsOf(other)]
  return (
    names[0] === others[0] &&
    names.every((name, index) => {
      const its = others[index]
      return its === undefined || name === its || isInitial(name, its) || isInitial(its, name)
    })
  )
}

function isInitial(initial: string, name: string): boolean {
  return initial.length === 1 && name.startsWith(initial)
}

/** Words that only denote a kind: 'ул', 'дом', 'помещ'. */
const kinds = new Set(
  (
    'г город гор ул улица д дом к корп корпус стр строение кв квартира оф офис пом помещ помещение ком комната ' +
    'обл область пр проспект пркт пл площадь пер переулок ш шоссе наб набережная рн район респ республика край бр ' +
    'бульвар бр проезд лит литера литер этаж эт зд здание вл владение п пос поселок с село россия рф'
  ).split(' '),
)

/** Administrative parts of the register's address that people omit. */
const administrative = /^(вн\.?\s?тер|внутригородск|муниципальн|м\.\s?о\.|городской округ|сельское поселение)/i

export function compareAddresses(given: string, register: string): { same: boolean; more: string[] } {
  const parts = register
    .split(',')
    .map((part) => part.trim())
    .filter((part) => !administrative.test(part))
  const [written, known] = [new Set(distinctiveWords(given)), new Set(parts.flatMap(distinctiveWords))]
  const more = parts.filter((part) => distinctiveWords(part).some((word) => !written.has(word)))
  return { same: more.length === 0 && [...written].every((word) => known.has(word)), more }
}

/** Words and numbers of an address without postcode and kinds. */
function distinctiveWords(text: string): string[] {
  return wordsOf(text.replace(/([а-яё])-([а-яё])/gi, '$1$2')).filter(
    (word) => !/^\d{6}$/.test(word) && !kinds.has(word),
  )
}

function wordsOf(text: string): string[] {
  return normalized(text).match(/[a-zа-я]+|\d+[a-zа-я]?/g) ?? []
}

function normalized(text: string): string {
  return text.toLowerCase().replaceAll('ё', 'е')
}

/** The town of a Russian address; '' if not found. */
export function townOf(address: string): string {
  const parts = address
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !/^\d{6}$/.test(part) && !administrative.test(part))
  const named = parts.find((part) =>
    /^(г|гор|город|пос|поселок|посёлок|п|с|село|д|деревня|рп|пгт)\.?\s+[А-ЯЁ]/.test(part),
  )
  const plain = parts.find((part) => !/(обл|край|респ|р-н|район|округ|россия|рф)\.?($|\s)/i.test(part))
  return (named ?? plain ?? '').replace(/^(г|гор|город|пос|поселок|посёлок|п|с|село|д|деревня|рп|пгт)\.?\s+/, '')
}
