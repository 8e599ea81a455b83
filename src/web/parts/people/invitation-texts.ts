import type { Manager } from '#shared/api/organisation/managers.ts'
import { day } from '#web/ui/format.ts'

export function invitationText({ state, invited_until: until }: Manager): string {
  const untilText = until === null ? '' : ` ${day(until)}`
  return state === 'expired'
    ? `Ссылка из приглашения истекла${untilText}.`
    : `Ссылка из приглашения действует до${untilText}.`
}

export const sentText = ({ login }: Pick<Manager, 'login'>) => `Приглашение отправлено на ${login}`
