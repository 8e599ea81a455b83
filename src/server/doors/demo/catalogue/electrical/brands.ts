import type { Brand } from '../line.ts'

const russia = ['Россия'] as const
const china = ['Китай'] as const

export const electricalBrands = {
  Legrand: { level: 1.6, countries: ['Франция', 'Россия', 'Италия'], article: '4#####', prefix: '3414970', tint: 2 },
  'Schneider Electric': {
    level: 1.55,
    countries: ['Франция', 'Россия', 'Китай'],
    article: 'SE######',
    prefix: '3606480',
    tint: 0,
  },
  ABB: { level: 1.65, countries: ['Германия', 'Италия'], article: '2CDS######R####', prefix: '4016779', tint: 2 },
  IEK: { level: 0.75, countries: ['Россия', 'Китай'], article: 'IK-######', prefix: '4606056', tint: 1 },
  EKF: { level: 0.72, countries: ['Россия', 'Китай'], article: 'ekf-######', prefix: '4690216', tint: 2 },
  'TDM ELECTRIC': { level: 0.6, countries: ['Россия', 'Китай'], article: 'SQ####-####', prefix: '4690484', tint: 1 },
  КЭАЗ: { level: 0.85, countries: russia, article: '2#####', prefix: '4670022', tint: 0 },
  DKC: { level: 1.05, countries: ['Россия', 'Италия'], article: '9####', prefix: '4620757', tint: 2 },
  Werkel: { level: 1.1, countries: china, article: 'W11#####', prefix: '4690389', tint: 0 },
  Gauss: { level: 0.95, countries: china, article: '1#####', prefix: '4630015', tint: 1 },
  ЭРА: { level: 0.8, countries: china, article: 'Б00#####', prefix: '5055945', tint: 2 },
  Navigator: { level: 0.82, countries: china, article: '6####', prefix: '4607136', tint: 0 },
  InHome: { level: 0.6, countries: china, article: '46906120#####', prefix: '4690612', tint: 1 },
  Wago: { level: 1.5, countries: ['Германия', 'Польша'], article: '2##-###', prefix: '4055143', tint: 1 },
  Камкабель: { level: 1.08, countries: russia, article: 'КК-{1}', prefix: '4607110', tint: 2 },
  Конкорд: { level: 1, countries: russia, article: 'КН-{1}', prefix: '4607125', tint: 0 },
  'РЭК-Prysmian': { level: 1.12, countries: russia, article: 'РЭК-{1}', prefix: '4607118', tint: 1 },
  Feron: { level: 0.7, countries: china, article: '2####', prefix: '4895205', tint: 0 },
  Stekker: { level: 0.65, countries: china, article: '3####', prefix: '4895206', tint: 1 },
} satisfies Record<string, Brand>
