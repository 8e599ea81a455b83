import type { Manager } from '#shared/api/organisation/managers.ts'
import { day } from '#web/ui/format.ts'

export function invitationText({ state, invited_until: until }: Manager): string {
  const untilText = until === null ? '' : ` ${day(until)}`
  return state === 'expired'
    ? `Ссылка из приглашения истекла${untilText}.`
    : `Ссылка из приглашения действует до${untilText}.`
}

export const sentText = ({ login }: Pick<Manager, 'login'>) => `Приглашение отправлено на ${login}`

/** Adding someone already known, with the same data, returns them as they are and mails nothing. */
export function addedNotice(person: Pick<Manager, 'login' | 'state'>): { tone: 'ok' | 'warn'; text: string } {
  const { state } = person
  return state === 'invited' ? { tone: 'ok', text: sentText(person) } : { tone: 'warn', text: knownTexts[state] }
}

const knownTexts: Record<Exclude<Manager['state'], 'invited'>, string> = {
  active: 'Этот сотрудник уже есть и может войти: приглашение не нужно',
  expired: 'Этот сотрудник уже есть, но его приглашение истекло: пригласите снова',
  disabled: 'Этот сотрудник уже есть, но отключён: включите его, чтобы он вошёл',
}
