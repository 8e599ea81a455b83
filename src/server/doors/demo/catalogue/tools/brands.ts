import type { Brand } from '../line.ts'

const china = ['Китай'] as const
const russia = ['Россия'] as const

export const toolsBrands = {
  Makita: { level: 1.1, countries: ['Китай', 'Румыния', 'Япония'], article: 'B-#####', prefix: '0088381', tint: 0 },
  Bosch: {
    level: 1.12,
    countries: ['Китай', 'Германия', 'Малайзия'],
    article: '26086#####',
    prefix: '3165140',
    tint: 2,
  },
  DeWALT: { level: 1.15, countries: ['Китай', 'Чехия', 'Мексика'], article: 'DT####', prefix: '5035048', tint: 1 },
  Metabo: { level: 1.2, countries: ['Германия', 'Китай'], article: '6#####000', prefix: '4007430', tint: 2 },
  HiKOKI: { level: 1.05, countries: ['Китай', 'Япония'], article: '75####', prefix: '4966376', tint: 0 },
  Интерскол: { level: 0.7, countries: russia, article: '2##.1.0.##', prefix: '4607167', tint: 2 },
  Зубр: { level: 0.68, countries: china, article: '3####-{1}', prefix: '4607102', tint: 1 },
  Ресанта: { level: 0.6, countries: china, article: '75/##/##', prefix: '4606059', tint: 1 },
  Вихрь: { level: 0.5, countries: china, article: '72/##/##', prefix: '4690444', tint: 0 },
  Felisatti: { level: 0.8, countries: ['Китай', 'Россия'], article: '1##.3.0.##', prefix: '4607115', tint: 2 },
  Энкор: { level: 0.62, countries: china, article: '5####', prefix: '4607045', tint: 0 },
  Stanley: {
    level: 1.1,
    countries: ['Тайвань', 'Китай', 'Франция'],
    article: '{1}-##-###',
    prefix: '3253561',
    tint: 1,
  },
  Knipex: { level: 2.1, countries: ['Германия'], article: '0# 0{1}', prefix: '4003773', tint: 2 },
  Gross: { level: 0.95, countries: ['Китай', 'Тайвань'], article: '1####', prefix: '4044996', tint: 1 },
  Matrix: { level: 0.72, countries: china, article: '7####', prefix: '4044995', tint: 2 },
  Сибртех: { level: 0.5, countries: ['Китай', 'Россия'], article: '9####', prefix: '4606800', tint: 0 },
  Kraftool: { level: 0.98, countries: ['Германия', 'Тайвань'], article: '2####-{1}', prefix: '4001470', tint: 2 },
  Stayer: { level: 0.55, countries: china, article: '3####-{1}', prefix: '4034229', tint: 1 },
  Практика: { level: 0.55, countries: ['Китай', 'Россия'], article: '7##-###', prefix: '4607098', tint: 0 },
  'Луга-Абразив': { level: 0.5, countries: russia, article: '{1}-A54', prefix: '4603347', tint: 0 },
  ЛЭЗ: { level: 0.9, countries: russia, article: 'ЛЭЗ-{1}', prefix: '4607014', tint: 2 },
  Кедр: { level: 1, countries: ['Россия', 'Китай'], article: '80####', prefix: '4627080', tint: 1 },
  Fischer: { level: 1.8, countries: ['Германия', 'Чехия'], article: '0#####', prefix: '4006209', tint: 2 },
  'Tech-Krep': { level: 0.8, countries: ['Россия', 'Китай'], article: '10####', prefix: '4640033', tint: 0 },
  Профикреп: { level: 0.72, countries: russia, article: 'ПК-{1}', prefix: '4650103', tint: 1 },
} satisfies Record<string, Brand>
