import type { Brand } from '../line.ts'

const russia = ['Россия'] as const

export const workwearBrands = {
  'Спец-СБ': { level: 0.8, countries: ['Россия', 'Китай'], article: 'СБ-####', prefix: '4607083', tint: 0 },
  Факел: { level: 1, countries: russia, article: '87####.###', prefix: '4680019', tint: 1 },
  Техноавиа: { level: 1.2, countries: russia, article: '0####', prefix: '4650075', tint: 2 },
  'Восток-Сервис': { level: 1.1, countries: russia, article: '1##-####-##', prefix: '4605172', tint: 1 },
  Союзспецодежда: { level: 0.75, countries: russia, article: '5####', prefix: '4630036', tint: 0 },
  Исток: { level: 0.7, countries: ['Россия', 'Китай'], article: 'ИСТ-###', prefix: '4627085', tint: 2 },
  РОСОМЗ: { level: 0.95, countries: russia, article: '1####', prefix: '4607091', tint: 1 },
  Исеть: { level: 0.85, countries: russia, article: 'ОЗ-####', prefix: '4607092', tint: 2 },
  Ampero: { level: 0.8, countries: russia, article: 'АМ-###', prefix: '4607093', tint: 0 },
  'Jeta Safety': { level: 1.15, countries: ['Китай', 'Россия'], article: 'J###', prefix: '4607094', tint: 1 },
  Ansell: { level: 1.9, countries: ['Малайзия', 'Шри-Ланка'], article: '1#-###', prefix: '5055111', tint: 2 },
  'Delta Plus': { level: 1.4, countries: ['Франция', 'Китай'], article: 'VE###', prefix: '3295249', tint: 0 },
  Манипула: { level: 1.05, countries: ['Россия', 'Китай'], article: 'MG-###', prefix: '4650118', tint: 2 },
  '3М': { level: 1.7, countries: ['США', 'Польша'], article: '####', prefix: '4046719', tint: 0 },
  Алина: { level: 0.65, countries: russia, article: 'А-###', prefix: '4607096', tint: 1 },
  Бриз: { level: 0.9, countries: russia, article: 'БР-####', prefix: '4607097', tint: 2 },
} satisfies Record<string, Brand>
