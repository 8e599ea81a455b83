import { claimTermBounds } from '#shared/rules/aftersale/claims.ts'

/** Fields for the deadlines of claims, default or per contract. */
export const claimTermFields = [
  {
    name: 'decision_days',
    label: 'Решить рекламацию, рабочих дней',
    short: 'решить',
    bounds: claimTermBounds.decisionDays,
  },
  {
    name: 'answer_days',
    label: 'Ответ покупателя на вопрос, рабочих дней',
    short: 'ответить',
    bounds: claimTermBounds.answerDays,
  },
  {
    name: 'counted_days',
    label: 'Заявить количество и пересортицу, рабочих дней после отгрузки',
    short: 'заявить количество',
    bounds: claimTermBounds.countedDays,
  },
  {
    name: 'defect_days',
    label: 'Заявить брак и возврат, дней после отгрузки',
    short: 'заявить брак',
    bounds: claimTermBounds.defectDays,
  },
] as const
