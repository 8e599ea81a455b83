/** Letters about passwords and logins: subject and text. */
import { invitationDays } from '#shared/constants.ts'

export const resetMinutes = 30

export const resetLetter = (login: string) => ({
  subject: 'Новый пароль для входа',
  text: [
    `Ваш логин: ${login}`,
    'Пароль портал не хранит и прислать не может. Задайте новый по ссылке: ' +
      `она действует ${resetMinutes} минут и один раз. До тех пор действует прежний.`,
    'Если вы этого не просили, ничего не делайте: без ссылки пароль не изменить.',
  ].join('\n'),
})

export const invitationLetter = ({ login, organisation, by }: { login: string; organisation: string; by: string }) => ({
  subject: `Доступ в личный кабинет: ${organisation}`,
  text: [
    `Вам открыт доступ в личный кабинет организации ${organisation}. Пригласил: ${by}`,
    `Ваш логин: ${login}`,
    `Задайте пароль по ссылке: она действует ${invitationDays} дней и один раз.`,
  ].join('\n'),
})

export const newLoginLetter = ({ login, by }: { login: string; by: string }) => ({
  subject: 'Логин изменён',
  text:
    `Учётная запись, в которую вы входили с почтой ${login}, теперь с другим логином. Изменил: ${by}.\n` +
    'Если вы об этом не просили, сразу сообщите руководителю вашей организации или вашему менеджеру.',
})

export const moveLetter = ({ login, organisation, by }: { login: string; organisation: string; by: string }) => ({
  subject: `Теперь вы в организации ${organisation}`,
  text: [
    `Учётную запись ${login} перевели в организацию ${organisation}. Перевёл: ${by}.`,
    'Логин и пароль прежние, входить надо заново.',
    'Корзины, черновики, списки и переписка остались в прежней организации, их вы больше не увидите.',
  ].join('\n'),
})

export const disabledLetter = (login: string) => ({
  subject: 'Вход закрыт',
  text:
    `Учётная запись ${login} отключена, поэтому новый пароль ей не задать.\n` +
    'Обратитесь к руководителю вашей организации или к вашему менеджеру.',
})

export const applicantLetter = (login: string) => ({
  subject: 'Заявка ещё рассматривается',
  text:
    `Заявка на регистрацию с почтой ${login} у нас, решения по ней пока нет.\n` +
    'После одобрения придёт письмо: тогда можно будет и войти, и задать новый пароль.',
})

export const changedLetter = (login: string) => ({
  subject: 'Пароль изменён',
  text:
    `Пароль учётной записи ${login} изменён, остальные сеансы завершены.\n` +
    'Если это были не вы, сразу задайте новый пароль через «Забыли пароль?» и сообщите тому, ' +
    'кто открыл вам доступ.',
})
